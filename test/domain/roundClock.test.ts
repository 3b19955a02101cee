import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commitWindow } from '../../src/protocol/timing.ts';
import {
  closedRounds,
  commitDeadline,
  isLockWindow,
  lastLockAt,
  type RoundClock,
  roundAt,
  roundEndsAt,
  roundLocksAt,
  roundStartsAt,
  SHORTEST_ENTRY_LOCK_SECONDS,
} from '../../src/round/clock.ts';
import { describeReason, reasonText } from '../../src/round/reasonText.ts';
import {
  CLOSED,
  HOLD_REASONS,
  IN_FLIGHT,
  NEXT,
  ROLL_OVER_REASONS,
  ROUND_STATES,
  type RoundState,
} from '../../src/round/state.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';

const HOURLY: RoundClock = { genesisTime: 1_700_000_000, roundSeconds: 3_600, entryLockSeconds: 60 };

describe('the timetable', () => {
  it.each([
    { unix: 1_700_000_000, round: 1, closed: 0 },
    { unix: 1_700_003_599, round: 1, closed: 0 },
    { unix: 1_700_003_599.999, round: 1, closed: 0 },
    { unix: 1_700_003_600, round: 2, closed: 1 },
    { unix: 1_700_086_400, round: 25, closed: 24 },
  ])('at $unix is in round $round with $closed behind it', ({ unix, round, closed }) => {
    expect(roundAt(HOURLY, unix)).toBe(round);
    expect(closedRounds(HOURLY, unix)).toBe(closed);
  });

  it('is in round 1 before genesis, with none closed and nothing to lock', () => {
    for (const unix of [1_699_999_999, 1_690_000_000, 0]) {
      expect(roundAt(HOURLY, unix)).toBe(1);
      expect(closedRounds(HOURLY, unix)).toBe(0);
      expect(isLockWindow(HOURLY, 1, unix)).toBe(false);
    }
  });

  it('gives round 24 its start, lock and end', () => {
    expect(roundStartsAt(HOURLY, 24)).toBe(1_700_082_800);
    expect(roundLocksAt(HOURLY, 24)).toBe(1_700_086_340);
    expect(roundEndsAt(HOURLY, 24)).toBe(1_700_086_400);
  });

  it('leaves no gap and no overlap, whatever the length of a round', () => {
    const clocks = fc.record({
      genesisTime: fc.integer({ min: 1, max: 2_000_000_000 }),
      roundSeconds: fc.integer({ min: 20, max: 604_800 }),
      entryLockSeconds: fc.constant(10),
    });
    fc.assert(
      fc.property(clocks, fc.nat(1_000_000_000), (clock, since) => {
        const unix = clock.genesisTime + since;
        const round = roundAt(clock, unix);
        expect(roundStartsAt(clock, round)).toBeLessThanOrEqual(unix);
        expect(roundEndsAt(clock, round)).toBeGreaterThan(unix);
        expect(roundStartsAt(clock, round + 1)).toBe(roundEndsAt(clock, round));
        expect(closedRounds(clock, unix)).toBe(round - 1);
      }),
      PROPERTY_RUNS,
    );
  });
});

describe('the lock window of the round that ends at 1,700,003,600', () => {
  it.each([
    { unix: 1_700_003_539, open: false, when: 'a second before the lock time' },
    { unix: 1_700_003_540, open: true, when: 'exactly at the lock time' },
    { unix: 1_700_003_570, open: true, when: 'exactly half a minute before the draw' },
    { unix: 1_700_003_571, open: false, when: 'twenty-nine seconds before the draw' },
    { unix: 1_700_003_600, open: false, when: 'at the draw' },
    { unix: 1_700_007_150, open: false, when: "in the next round's window" },
  ])('is open: $open, $when', ({ unix, open }) => {
    expect(isLockWindow(HOURLY, 1, unix)).toBe(open);
  });
});

describe('the time of a commitment', () => {
  it('is between the oldest snapshot that may be locked and the lead before its beacon', () => {
    expect(commitWindow({ endsAt: 1_000, beaconAt: 1_000, lockSeconds: 60 })).toEqual({ from: 895, until: 980 });
    expect(commitWindow({ endsAt: 1_000, beaconAt: 998, lockSeconds: 10 })).toEqual({ from: 945, until: 995 });
  });

  it.each([
    { entryLockSeconds: 10, lead: 3, last: 4 },
    { entryLockSeconds: 20, lead: 6, last: 9 },
    { entryLockSeconds: 24, lead: 8, last: 12 },
    { entryLockSeconds: 59, lead: 19, last: 28 },
    { entryLockSeconds: 60, lead: 20, last: 30 },
    { entryLockSeconds: 86_400, lead: 20, last: 30 },
  ])(
    'is $lead s before the draw with a lock of $entryLockSeconds s, and nothing is signed in the last $last s',
    (of) => {
      expect(commitDeadline(of, 1_000) - 1_000).toBe(-of.lead);
      expect(lastLockAt(of, 1_000) - 1_000).toBe(-of.last);
    },
  );

  it('leaves time for a lock even in the shortest possible entry lock', () => {
    const clock = { ...HOURLY, entryLockSeconds: SHORTEST_ENTRY_LOCK_SECONDS };
    const open = [0, 5, 6, 7].filter((since) => isLockWindow(clock, 1, roundLocksAt(clock, 1) + since));
    expect(open).toEqual([0, 5, 6]);
  });
});

describe('the states of a round', () => {
  const exits = (state: RoundState): readonly RoundState[] => NEXT[state];

  it('have a way out while a round is in flight, and none once it has ended', () => {
    expect(ROUND_STATES.filter((state) => exits(state).length > 0)).toEqual([...IN_FLIGHT]);
    expect(ROUND_STATES.filter((state) => exits(state).length === 0)).toEqual(['paid', 'rolled-over', 'held']);
  });

  it('all follow from a lock', () => {
    const reached = new Set<RoundState>(['locked']);
    for (const state of reached) for (const next of exits(state)) reached.add(next);
    expect([...reached].sort()).toEqual([...ROUND_STATES].sort());
  });

  it('never call off a round once it is committed', () => {
    expect(exits('locked')).toContain('rolled-over');
    for (const state of ['committed', 'drawn'] as const) expect(exits(state)).not.toContain('rolled-over');
  });

  it('let a person take over wherever work is left', () => {
    for (const state of IN_FLIGHT) expect(exits(state)).toContain('held');
  });

  it('pay only what was drawn, and draw only what was committed', () => {
    expect(ROUND_STATES.filter((state) => exits(state).includes('paid'))).toEqual(['drawn']);
    expect(ROUND_STATES.filter((state) => exits(state).includes('drawn'))).toEqual(['committed']);
  });
});

describe('the reasons a round ends without a payment', () => {
  const all = [...ROLL_OVER_REASONS, ...HOLD_REASONS, CLOSED];

  it.each(all)('%s is told in whole sentences', (reason) => {
    expect(reasonText(reason)).toMatch(/^[A-Z].{20,}\.$/);
    expect(describeReason(reason)).toBe(reasonText(reason));
  });

  it('each have words of their own', () => {
    expect(new Set(all.map(reasonText)).size).toBe(all.length);
  });

  it('say that the prizes stay in the pool when a round is rolled over, and never when it is held', () => {
    for (const reason of ROLL_OVER_REASONS) expect(reasonText(reason)).toContain('The prizes stay in the pool.');
    for (const reason of HOLD_REASONS) expect(reasonText(reason)).not.toContain('stay in the pool');
  });

  it('do not say who paused the lottery, because the reconciler pauses it too', () => {
    expect(reasonText('paused')).not.toContain('operator');
  });

  it.each([null, '', 'nonsense', 'constructor', 'Missed'])('%j is unknown and gets no words', (reason) => {
    expect(describeReason(reason)).toBe('');
  });
});
