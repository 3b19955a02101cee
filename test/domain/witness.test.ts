import { describe, expect, it } from 'vitest';
import type { Address } from '../../src/address/address.ts';
import { godUnits, UNITS_PER_GOD } from '../../src/money/god.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { type AccountFound, amountAtSlot, type WalletFound } from '../../src/witness/amountAtSlot.ts';
import { chooseTestimony } from '../../src/witness/chooseTestimony.ts';
import { type Comparison, findSuspects, type Standing } from '../../src/witness/findSuspects.ts';
import { judgeList } from '../../src/witness/judgeList.ts';
import type { Reading } from '../../src/witness/Reading.ts';
import { readWitnessMemo, witnessMemo } from '../../src/witness/witnessMemo.ts';
import { wallet } from './wallets.ts';

const god = (amount: number) => godUnits(BigInt(amount) * UNITS_PER_GOD);
const protocol = protocolOf(1);

/** A reading in which each of these wallets has one account of the same name. */
const reading = (slot: number, held: Readonly<Record<number, number>>, frozen: readonly number[] = []): Reading => ({
  slot,
  accounts: new Map(
    Object.entries(held).map(([byte, amount]) => {
      const owner = wallet(Number(byte) as 1);
      return [owner, [{ key: owner, amount: god(amount), isFrozen: frozen.includes(Number(byte)) }]];
    }),
  ),
});
const entriesOf = (held: Readonly<Record<number, number>>) =>
  Object.entries(held).map(([byte, amount]) => ({ owner: wallet(Number(byte) as 1), amount: god(amount) }));
const known = (...amounts: number[]): WalletFound => ({
  kind: 'known',
  held: amounts.map((amount) => ({ free: god(amount), frozen: 0n })),
});

const HELD = { 1: 200_000, 2: 300_000, 3: 50_000, 9: 900_000 };
const LIST = { 1: 200_000, 2: 300_000 };
const isPool = (owner: Address): Standing =>
  owner === wallet(9) ? { kind: 'may-not', reason: 'lottery pool' } : { kind: 'may' };
const POOL = { owner: wallet(9), amount: god(900_000), reason: 'lottery pool' };

function comparison(
  altered: Partial<Comparison['published']> & Partial<Omit<Comparison, 'published'>> = {},
): Comparison {
  const { readings = [reading(100, HELD), reading(120, HELD)], standingOf = isPool, ...published } = altered;
  return {
    ...{ protocol, readings, standingOf },
    published: { slot: 110, entries: entriesOf(LIST), excluded: [POOL], top: 0, ...published },
  };
}
const accusedOf = (of: Comparison, evidence: [Address, WalletFound][] = []) =>
  judgeList(of, new Map(evidence)).accused.map(({ kind, owner, published, found }) => ({
    kind,
    owner,
    published,
    found,
  }));

describe('the memo of a testimony', () => {
  const said = { round: 12, endsAt: 1_800_000_000, root: 'ab'.repeat(32), entries: 231 };

  it('is one exact line, and is read back', () => {
    const text = `GOD1 witness round=12 ends=1800000000 root=${'ab'.repeat(32)} entries=231`;
    expect(witnessMemo(said)).toBe(text);
    expect(readWitnessMemo(text)).toEqual(said);
  });

  it.each(['round=012', 'Round=12', 'round=12 ', 'x'])('is not read with %j in the place of its round', (part) => {
    expect(readWitnessMemo(witnessMemo(said).replace('round=12', part))).toBeNull();
  });

  it('counts before the beacon alone; the earliest, and one of another root before any', () => {
    const of = { round: 12, endsAt: 1_800_000_000, beaconAt: 1_800_000_000, root: said.root };
    const memo = (signature: string, slot: number, blockTime: number, altered = {}) => ({
      ...{ signature, slot, blockTime },
      text: witnessMemo({ ...said, ...altered }),
    });
    const [early, late, other] = [
      memo('early', 5, 1_799_999_950),
      memo('late', 9, 1_799_999_990),
      memo('other', 8, 1_799_999_980, { root: 'cd'.repeat(32) }),
    ];
    expect(chooseTestimony([late, early], of)?.signature).toBe('early');
    expect(chooseTestimony([late, early, other], of)?.signature).toBe('other');
    expect(chooseTestimony([{ ...early, blockTime: 1_800_000_000 }], of)).toBeNull();
    expect(chooseTestimony([memo('n', 1, 1, { round: 13 }), memo('e', 1, 1, { endsAt: 1 })], of)).toBeNull();
  });
});

describe('the judge of a published list', () => {
  it('finds nothing in an honest one, and asks about nobody', () => {
    expect(findSuspects(comparison())).toEqual([]);
    expect(judgeList(comparison(), new Map())).toEqual({ entries: entriesOf(LIST), accused: [], notJudged: [] });
  });

  it('believes whoever is as either reading shows, in or out', () => {
    const readings = [reading(100, { ...HELD, 3: 150_000 }), reading(120, { ...HELD, 1: 250_000, 4: 170_000 })];
    expect(findSuspects(comparison({ readings }))).toEqual([]);
    const now = comparison({ readings, entries: entriesOf({ ...LIST, 1: 250_000 }) });
    expect(findSuspects(now)).toEqual([]);
  });

  it('says who is missing, who is invented and who has another amount, and sets the list right', () => {
    const of = comparison({ entries: entriesOf({ 1: 200_001, 5: 800_000 }) });
    const evidence: [Address, WalletFound][] = [
      [wallet(1), known(200_000)],
      [wallet(5), known(0)],
      [wallet(2), known(300_000)],
    ];
    expect(accusedOf(of, evidence)).toEqual([
      { kind: 'changed', owner: wallet(1), published: god(200_001), found: god(200_000) },
      { kind: 'invented', owner: wallet(5), published: god(800_000), found: 0n },
      { kind: 'missing', owner: wallet(2), published: null, found: god(300_000) },
    ]);
    expect(judgeList(of, new Map(evidence)).entries).toEqual(entriesOf(LIST));
  });

  it('accuses nobody whose account is a program’s now, in or out; the amount is judged all the same', () => {
    const now = { kind: 'may-not-now', reason: 'account owned by a program' } as const;
    const standingOf = (owner: Address) => (owner === wallet(2) ? now : isPool(owner));
    const inside = judgeList(comparison({ standingOf }), new Map());
    const why = 'account owned by a program, since when is not known';
    expect([inside.accused, inside.notJudged]).toEqual([[], [{ owner: wallet(2), why }]]);
    expect(inside.entries).toEqual(entriesOf(LIST));
    const out = { owner: wallet(2), amount: god(300_000), reason: now.reason };
    const outside = comparison({ standingOf, entries: entriesOf({ 1: 200_000 }), excluded: [POOL, out] });
    expect(judgeList(outside, new Map())).toMatchObject({ accused: [], notJudged: [] });
    const more = comparison({ standingOf, entries: entriesOf({ ...LIST, 2: 300_001 }) });
    expect(accusedOf(more, [[wallet(2), known(300_000)]])).toEqual([
      { kind: 'changed', owner: wallet(2), published: god(300_001), found: god(300_000) },
    ]);
  });

  it('accuses nobody whose transactions fit, also by an amount of the slot itself', () => {
    const of = comparison({ entries: entriesOf({ 1: 111_111, 2: 300_000 }) });
    expect(accusedOf(of, [[wallet(1), known(111_111)]])).toEqual([]);
    expect(accusedOf(of, [[wallet(1), known(222_222, 111_111)]])).toEqual([]);
  });

  it('accuses nobody of what could not be read: it stays as published and is counted', () => {
    const of = comparison({ entries: entriesOf({ 1: 200_001, 5: 800_000 }) });
    const evidence = new Map([[wallet(5), { kind: 'unreadable', why: 'the node is silent' } as const]]);
    const { accused, notJudged, entries } = judgeList(of, evidence);
    expect(accused).toEqual([]);
    expect(entries).toEqual(of.published.entries);
    expect(notJudged).toEqual([
      { owner: wallet(1), why: 'its transactions were not looked at' },
      { owner: wallet(5), why: 'the node is silent' },
      { owner: wallet(2), why: 'its transactions were not looked at' },
    ]);
  });

  it('accuses an entry that may not be in, with the reason and without a look at its amount', () => {
    const of = comparison({ entries: entriesOf({ ...LIST, 9: 900_000 }), excluded: [] });
    expect(judgeList(of, new Map()).accused).toEqual([
      { kind: 'invented', owner: wallet(9), published: god(900_000), found: god(900_000), why: 'lottery pool' },
    ]);
  });

  it('says that an excluded wallet is missing when nothing confirms the reason', () => {
    const excluded = [POOL, { owner: wallet(2), amount: god(300_000), reason: 'program' }];
    const of = comparison({ entries: entriesOf({ 1: 200_000 }), excluded });
    expect(judgeList(of, new Map([[wallet(2), known(300_000)]])).accused).toEqual([
      {
        ...{ kind: 'missing', owner: wallet(2), published: null, found: god(300_000) },
        why: 'it is excluded as "program", which nothing confirms',
      },
    ]);
  });

  it('checks the amounts of the excluded, which change no root', () => {
    const of = comparison({ excluded: [{ ...POOL, amount: god(1) }] });
    const judged = judgeList(of, new Map([[wallet(9), known(900_000)]]));
    expect(judged.accused.map(({ kind, owner }) => ({ kind, owner }))).toEqual([
      { kind: 'misreported', owner: wallet(9) },
    ]);
    expect(judged.entries).toEqual(entriesOf(LIST));
  });

  it('takes frozen amounts for what they are: no entry, and an exclusion', () => {
    const held = { ...HELD, 4: 500_000 };
    const readings = [reading(100, held, [4]), reading(120, held, [4])];
    const frozen = { owner: wallet(4), amount: god(500_000), reason: 'frozen token account' };
    expect(judgeList(comparison({ readings, excluded: [POOL, frozen] }), new Map()).accused).toEqual([]);
    const shown = comparison({ readings, entries: entriesOf({ ...LIST, 4: 500_000 }) });
    const found: WalletFound = { kind: 'known', held: [{ free: 0n, frozen: god(500_000) }] };
    expect(accusedOf(shown, [[wallet(4), found]]).map(({ kind }) => kind)).toEqual(['invented']);
  });

  it('knows that only the largest may be in: nobody cut off is missing, and who moves up is', () => {
    const held = { ...HELD, 4: 250_000 };
    const readings = [reading(100, held)];
    const fine = comparison({ readings, entries: entriesOf({ 2: 300_000, 4: 250_000 }), top: 2 });
    expect(findSuspects(fine)).toEqual([]);
    expect(judgeList(fine, new Map()).accused).toEqual([]);
    const wrong = comparison({ readings, entries: entriesOf({ 1: 200_000, 2: 300_000 }), top: 2 });
    expect(accusedOf(wrong, [[wallet(4), known(250_000)]]).map(({ kind, owner }) => [kind, owner])).toEqual([
      ['invented', wallet(1)],
      ['missing', wallet(4)],
    ]);
  });

  it('works with one reading, and throws without any', () => {
    expect(judgeList(comparison({ readings: [reading(120, HELD)] }), new Map()).accused).toEqual([]);
    expect(() => findSuspects(comparison({ readings: [] }))).toThrow(RangeError);
  });
});

describe('what a wallet held at a slot', () => {
  const [before, after] = [reading(100, { 1: 200_000 }), reading(120, { 1: 500_000 })];
  const amount = (
    found: AccountFound,
    readings = { before: before as Reading | null, after: after as Reading | null },
  ) => amountAtSlot({ owner: wallet(1), slot: 110, ...readings, found: new Map([[wallet(1), found]]) });

  it('is that of the reading before the lock when nothing has moved since', () => {
    expect(amount({ kind: 'unmoved' })).toEqual(known(200_000));
  });

  it('is what its last transaction left; in the slot itself also what was there before', () => {
    const moved = { kind: 'moved', before: god(1), after: god(2) } as const;
    expect(amount({ ...moved, slot: 109 })).toEqual(known(2));
    expect(amount({ ...moved, slot: 110 })).toEqual(known(2, 1));
    expect(amount({ ...moved, slot: 109, after: null })).toEqual(known(0));
  });

  it('is not known when an account cannot be read, or was frozen meanwhile', () => {
    const silent = { kind: 'unreadable', why: 'no answer' } as const;
    expect(amount(silent)).toEqual(silent);
    const thawed = amount({ kind: 'unmoved' }, { before: reading(100, { 1: 200_000 }, [1]), after });
    expect(thawed.kind).toBe('unreadable');
  });
});
