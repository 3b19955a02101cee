import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdFor, jumpFrom, type KnownClocks } from '../world/clockJump.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';

const WALL_MS = 1_700_000_000_000;
/**
 * A busy node makes all missed blocks at once. When it is this far behind the wall clock, it is not ahead after them.
 */
const SPARE_MS = 250;
/** A whole second, and that margin. */
const FURTHEST_BEHIND_MS = 1_000 + SPARE_MS;

/** A chain whose slot has just begun: the true times of slot 0 for both clocks, and what is known of these times. */
const chain = fc
  .record({
    slotMs: fc.constantFrom(20, 100, 200, 400),
    slot: fc.integer({ min: 1, max: 100_000 }),
    wall: fc.integer({ min: WALL_MS, max: WALL_MS + 5_000 }),
    /** How far the clock of empty slots is behind the wall clock, in milliseconds; negative: ahead. */
    behind: fc.integer({ min: -8_000, max: 8_000 }),
    /** The difference between the two clocks after earlier jumps. */
    between: fc.integer({ min: -400, max: 400 }),
    unknownBelow: fc.double({ min: 0, max: 0.49, noNaN: true }),
    unknownAbove: fc.double({ min: 0, max: 0.49, noNaN: true }),
    isSysvarExact: fc.boolean(),
  })
  .map((one) => {
    const slots = one.wall - one.behind - one.slot * one.slotMs;
    const sysvar = slots + one.between;
    const around = (begin: number) => ({
      earliest: begin - one.unknownBelow * one.slotMs,
      latest: begin + one.unknownAbove * one.slotMs,
    });
    const known: KnownClocks = {
      slots: around(slots),
      sysvar: one.isSysvarExact ? { earliest: sysvar, latest: sysvar } : around(sysvar),
    };
    return { ...one, slots, sysvar, known };
  });

describe('the jump of a local chain that was left behind', () => {
  it('goes forward to a whole second that has passed, and leaves both clocks behind the wall clock by the margin', () => {
    fc.assert(
      fc.property(chain, ({ slot, wall, slotMs, slots, sysvar, known }) => {
        const jump = jumpFrom({ slot, at: wall }, slotMs, known);
        if (jump === null) return;
        const { travel, second } = jump;
        // As the node does it: after a jump to a slot, the sysvar is rounded down to whole seconds; in a jump to a
        // time, the slots are rounded down.
        const target =
          'absoluteSlot' in travel ? travel.absoluteSlot : Math.floor((travel.absoluteTimestamp - sysvar) / slotMs);
        const landed =
          'absoluteSlot' in travel
            ? Math.floor((sysvar + target * slotMs) / 1000) * 1000
            : Math.floor(travel.absoluteTimestamp / 1000) * 1000;
        expect(landed).toBe(second);
        expect(target).toBeGreaterThan(slot);
        expect(landed).toBeLessThanOrEqual(wall - SPARE_MS);
        expect(slots + target * slotMs).toBeLessThanOrEqual(wall - SPARE_MS);
        expect(wall - landed).toBeLessThanOrEqual(FURTHEST_BEHIND_MS);
      }),
      PROPERTY_RUNS,
    );
  });

  it('is made within five seconds when both clocks are more than two seconds behind', () => {
    fc.assert(
      fc.property(chain, ({ slot, wall, slotMs, behind, between, isSysvarExact, known }) => {
        fc.pre(Math.min(behind, behind - between) > 2_000 && (isSysvarExact || between === 0));
        const begins = Array.from({ length: 5_000 / slotMs }, (_, k) => ({ slot: slot + k, at: wall + k * slotMs }));
        expect(begins.some((begun) => jumpFrom(begun, slotMs, known) !== null)).toBe(true);
      }),
      PROPERTY_RUNS,
    );
  });
});

describe('a local chain that ran ahead', () => {
  it('stands still until neither clock is ahead, up to the uncertainty of its time, and is left alone otherwise', () => {
    fc.assert(
      fc.property(chain, ({ slot, wall, slotMs, behind, between, known }) => {
        const ahead = Math.max(-behind, between - behind);
        const wait = holdFor({ slot, at: wall }, slotMs, known);
        if (ahead <= 0) expect(wait).toBe(0);
        else if (ahead > slotMs) expect(wait).toBeGreaterThanOrEqual(ahead - slotMs + SPARE_MS);
        if (wait > 0) expect(holdFor({ slot, at: wall + wait }, slotMs, known)).toBe(0);
      }),
      PROPERTY_RUNS,
    );
  });
});
