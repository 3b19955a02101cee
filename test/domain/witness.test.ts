import { describe, expect, it } from 'vitest';
import type { Address } from '../../src/address/address.ts';
import { godUnits, UNITS_PER_GOD } from '../../src/money/god.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { type AccountFound, accountsOf, amountAtSlot, type WalletFound } from '../../src/witness/amountAtSlot.ts';
import { type Comparison, findSuspects } from '../../src/witness/findSuspects.ts';
import { judgeList } from '../../src/witness/judgeList.ts';
import type { Reading } from '../../src/witness/Reading.ts';
import { otherTestimony, readWitnessMemo, witnessMemo, witnessSeed } from '../../src/witness/witnessMemo.ts';
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
const isPool = (owner: Address) => (owner === wallet(9) ? 'lottery pool' : null);
const POOL = { owner: wallet(9), reason: 'excluded' } as const;

function comparison(
  altered: Partial<Comparison['published']> & Partial<Omit<Comparison, 'published'>> = {},
): Comparison {
  const { readings = [reading(100, HELD), reading(120, HELD)], reasonAgainst = isPool, ...published } = altered;
  return {
    ...{ protocol, readings, reasonAgainst },
    published: {
      slot: 110,
      entries: entriesOf(LIST),
      excluded: [POOL],
      threshold: protocol.threshold,
      top: 0,
      ...published,
    },
  };
}
const accusedOf = (of: Comparison, evidence: [Address, WalletFound][] = []) =>
  judgeList(of, new Map(evidence)).accused.map(({ kind, owner, found }) => ({ kind, owner, found }));

describe('the memo of a testimony', () => {
  const seen = { root: 'ab'.repeat(32), entries: 231, unjudged: 4 };
  const said = { lottery: '7e'.repeat(8), round: 12, endsAt: 1_800_000_000, seen };
  const hour = { lottery: '7e'.repeat(32), round: 12, endsAt: 1_800_000_000, beaconAt: 1_800_000_000 };

  it('is one exact line, and is read back', () => {
    const begin = 'GOD1 witness lottery=7e7e7e7e7e7e7e7e round=12 ends=1800000000';
    expect(witnessMemo(said)).toBe(`${begin} root=${'ab'.repeat(32)} entries=231 unjudged=4`);
    expect(witnessMemo({ ...said, seen: null })).toBe(`${begin} list=none`);
    for (const one of [said, { ...said, seen: null }]) expect(readWitnessMemo(witnessMemo(one))).toEqual(one);
  });

  it.each(['round=012', 'Round=12', 'round=12 ', 'x'])('is not read with %j in the place of its round', (part) => {
    expect(readWitnessMemo(witnessMemo(said).replace('round=12', part))).toBeNull();
  });

  it('makes a mark whose seed has 32 bytes at most', () => {
    expect(witnessSeed(1_800_000_000, hour.lottery)).toBe('witness:1800000000:7e7e7e7e');
    expect(witnessSeed(999_999_999_999_999, hour.lottery)).toHaveLength(32);
  });

  it('counts only for this hour of this lottery, before the beacon, and in a transaction that pays nobody', () => {
    const form = { transfers: [], memo: witnessMemo(said) };
    expect(otherTestimony(form, 1_799_999_999, hour)).toBeNull();
    expect(otherTestimony(form, 1_800_000_000, hour)).toMatch(/^block time/);
    const transfers = [{ from: 'x', to: 'y', lamports: 1n }];
    expect(otherTestimony({ ...form, transfers }, 1_799_999_999, hour)).toMatch(/^transfers/);
    expect(otherTestimony({ ...form, memo: 'x' }, 0, hour)).toMatch(/^memo: .* got x$/);
    for (const altered of [{ round: 13 }, { endsAt: 1_800_000_001 }, { lottery: 'ab'.repeat(8) }])
      expect(otherTestimony({ ...form, memo: witnessMemo({ ...said, ...altered }) }, 0, hour)).toMatch(/^memo/);
  });
});

describe('the judge of a published list', () => {
  it('finds nothing in an honest one, and asks about nobody', () => {
    expect(findSuspects(comparison())).toEqual([]);
    expect(judgeList(comparison(), new Map())).toEqual({ entries: entriesOf(LIST), accused: [], notJudged: [] });
  });

  it('accepts a wallet with exactly enough in the list, and asks about one outside of it', () => {
    const enough = Number(protocol.threshold / UNITS_PER_GOD);
    const of = comparison({ readings: [reading(100, { ...HELD, 4: enough })] });
    expect(findSuspects(of)).toEqual([{ owner: wallet(4), claimed: 0n }]);
    const listed = comparison({ readings: of.readings, entries: entriesOf({ ...LIST, 4: enough }) });
    expect(findSuspects(listed)).toEqual([]);
    const less = comparison({
      readings: [reading(100, { ...HELD, 4: enough - 1 })],
      entries: listed.published.entries,
    });
    expect(findSuspects(less)).toEqual([{ owner: wallet(4), claimed: protocol.threshold }]);
  });

  it('accepts every wallet that either reading agrees with, in the list or outside of it', () => {
    const readings = [reading(100, { ...HELD, 3: 150_000 }), reading(120, { ...HELD, 1: 250_000, 4: 170_000 })];
    expect(findSuspects(comparison({ readings }))).toEqual([]);
    const traded = comparison({ readings, entries: entriesOf({ ...LIST, 3: 150_000 }) });
    expect(findSuspects(traded)).toEqual([]);
  });

  it('asks nothing about a wrong amount, but about each such wallet in a draw among the largest', () => {
    const entries = entriesOf({ ...LIST, 1: 1 });
    expect(findSuspects(comparison({ entries }))).toEqual([]);
    expect(judgeList(comparison({ entries }), new Map())).toMatchObject({ accused: [], notJudged: [] });
    expect(findSuspects(comparison({ entries, top: 2 }))).toEqual([{ owner: wallet(1), claimed: god(1) }]);
  });

  it('says who is missing and who is invented, and corrects the list', () => {
    const of = comparison({ entries: entriesOf({ 1: 200_000, 5: 800_000 }) });
    const evidence: [Address, WalletFound][] = [
      [wallet(5), known(0)],
      [wallet(2), known(300_000)],
    ];
    expect(accusedOf(of, evidence)).toEqual([
      { kind: 'invented', owner: wallet(5), found: 0n },
      { kind: 'missing', owner: wallet(2), found: god(300_000) },
    ]);
    expect(judgeList(of, new Map(evidence)).entries).toEqual(entriesOf(LIST));
  });

  it('accuses nobody whose transactions fit, also by an amount of the slot itself', () => {
    const of = comparison({ entries: entriesOf({ ...LIST, 3: 111_111 }) });
    expect(accusedOf(of, [[wallet(3), known(111_111)]])).toEqual([]);
    expect(accusedOf(of, [[wallet(3), known(50_000, 222_222)]])).toEqual([]);
    expect(accusedOf(of, [[wallet(3), known(50_000, 99_999)]])).toHaveLength(1);
  });

  it('accuses nobody of what could not be read: it stays as published and is counted', () => {
    const of = comparison({ entries: entriesOf({ 4: 1, 5: 800_000 }) });
    const evidence = new Map([[wallet(5), { kind: 'unreadable', why: 'the node is silent' } as const]]);
    const { accused, notJudged, entries } = judgeList(of, evidence);
    expect(accused).toEqual([]);
    expect(entries.map(({ owner }) => owner)).toEqual([wallet(4), wallet(5)]);
    const why = 'its transactions were not looked at';
    expect(notJudged).toEqual([
      { owner: wallet(4), why },
      { owner: wallet(5), why: 'the node is silent' },
      { owner: wallet(1), why },
      { owner: wallet(2), why },
    ]);
  });

  it('accuses an entry that may not be in, with the reason and without a look at its amount', () => {
    const of = comparison({ entries: entriesOf({ ...LIST, 9: 900_000 }), excluded: [] });
    expect(judgeList(of, new Map()).accused).toEqual([
      { kind: 'invented', owner: wallet(9), found: god(900_000), why: 'lottery pool' },
    ]);
  });

  it('asks nothing about an entry that may not be in, and that held nothing', () => {
    const of = comparison({
      readings: [reading(100, LIST)],
      entries: entriesOf({ ...LIST, 9: 900_000 }),
      excluded: [],
    });
    expect(findSuspects(of)).toEqual([]);
    expect(judgeList(of, new Map()).accused).toEqual([
      { kind: 'invented', owner: wallet(9), found: 0n, why: 'lottery pool' },
    ]);
  });

  it('says of a wallet that moved how much it held: the most for one in the list, the least for one outside of it', () => {
    const of = comparison({ entries: entriesOf({ ...LIST, 3: 100_000, 4: 100_000 }), threshold: god(100_000) });
    const evidence: [Address, WalletFound][] = [
      [wallet(3), known(20_000, 60_000)],
      [wallet(4), known(70_000, 10_000)],
    ];
    expect(accusedOf(of, evidence)).toEqual([
      { kind: 'invented', owner: wallet(3), found: god(60_000) },
      { kind: 'invented', owner: wallet(4), found: god(70_000) },
    ]);
    const without = comparison({ entries: [] });
    const both: [Address, WalletFound][] = [
      [wallet(1), known(200_000, 150_000)],
      [wallet(2), known(250_000, 300_000)],
    ];
    expect(accusedOf(without, both)).toEqual([
      { kind: 'missing', owner: wallet(1), found: god(150_000) },
      { kind: 'missing', owner: wallet(2), found: god(250_000) },
    ]);
    expect(judgeList(without, new Map(both)).accused.map(({ why }) => why)).toEqual([null, null]);
    expect(accusedOf(without, [[wallet(1), known(200_000, 99_999)]]).map(({ owner }) => owner)).not.toContain(
      wallet(1),
    );
  });

  it('says of a wallet that fits what it held: the most in the list, the least outside of it', () => {
    const readings = [reading(100, { 1: 120_000, 2: 300_000 }), reading(120, { 1: 200_000, 2: 250_000 })];
    const { entries } = judgeList(comparison({ readings, entries: entriesOf({ 1: 1, 2: 1 }) }), new Map());
    expect(entries).toEqual(entriesOf({ 1: 200_000, 2: 300_000 }));
    // Of the largest three only one is listed, so nobody is cut off.
    const few = comparison({ readings, entries: entriesOf({ 2: 300_000 }), top: 3 });
    expect(findSuspects(few)).toEqual([{ owner: wallet(1), claimed: 0n }]);
    expect(accusedOf(few, [[wallet(1), known(120_000)]])).toEqual([
      { kind: 'missing', owner: wallet(1), found: god(120_000) },
    ]);
  });

  it('believes an amount among the largest that is one of those at the slot, else counts the least of them', () => {
    const readings = [reading(100, { 1: 200_000, 2: 300_000, 4: 250_000 })];
    const of = comparison({ readings, entries: entriesOf({ 2: 300_000, 1: 260_000 }), top: 2 });
    expect(findSuspects(of)).toEqual([{ owner: wallet(1), claimed: god(260_000) }]);
    const accusedWith = (...amounts: number[]) =>
      accusedOf(of, [[wallet(1), known(...amounts)]]).map(({ kind }) => kind);
    expect(accusedWith(200_000, 260_000)).toEqual([]);
    expect(accusedWith(260_000, 200_000)).toEqual([]);
    expect(accusedWith(255_000)).toEqual([]);
    expect(accusedWith(255_000, 200_000)).toEqual(['invented', 'missing']);
    expect(accusedWith(200_000, 255_000)).toEqual(['invented', 'missing']);
    expect(judgeList(of, new Map()).notJudged.map(({ owner }) => owner)).toEqual([wallet(1)]);
  });

  it('believes no amount that is not enough, and counts what was published of one that fits another reading', () => {
    const little = comparison({ entries: entriesOf({ ...LIST, 3: 50_000 }) });
    expect(accusedOf(little, [[wallet(3), known(50_000)]])).toEqual([
      { kind: 'invented', owner: wallet(3), found: god(50_000) },
    ]);
    const [before, after] = [
      { 1: 200_000, 2: 300_000, 4: 225_000 },
      { 1: 250_000, 2: 300_000, 4: 225_000 },
    ];
    const readings = [reading(100, before), reading(120, after)];
    const cut = comparison({ readings, entries: entriesOf(LIST), top: 2 });
    expect(accusedOf(cut, [[wallet(4), known(225_000)]])).toEqual([
      { kind: 'invented', owner: wallet(1), found: god(200_000) },
      { kind: 'missing', owner: wallet(4), found: god(225_000) },
    ]);
  });

  it('keeps an entry among the largest that was published with too little, as one that just has enough', () => {
    const of = comparison({ readings: [reading(100, LIST)], entries: entriesOf({ 1: 5, 2: 300_000 }), top: 2 });
    expect(judgeList(of, new Map()).entries).toEqual([
      { owner: wallet(1), amount: protocol.threshold },
      { owner: wallet(2), amount: god(300_000) },
    ]);
  });

  it('asks about an outsider that held more than the last of the largest in every reading, and about no other', () => {
    const entries = entriesOf({ 1: 200_000, 2: 300_000, 3: 400_000 });
    const held = { 1: 200_000, 2: 300_000, 3: 400_000 };
    const suspectsAmong = (before: number, after: number) => {
      const readings = [reading(100, { ...held, 4: before }), reading(120, { ...held, 4: after })];
      return findSuspects(comparison({ readings, entries, top: 3 })).map(({ owner }) => owner);
    };
    expect(suspectsAmong(200_001, 500_000)).toEqual([wallet(4)]);
    expect(suspectsAmong(500_000, 200_001)).toEqual([wallet(4)]);
    expect(suspectsAmong(199_999, 500_000)).toEqual([]);
    expect(suspectsAmong(500_000, 199_999)).toEqual([]);
  });

  it('says that an excluded wallet is missing when nothing confirms the reason', () => {
    const excluded = [POOL, { owner: wallet(2), reason: 'frozen' } as const];
    const of = comparison({ entries: entriesOf({ 1: 200_000 }), excluded });
    expect(judgeList(of, new Map([[wallet(2), known(300_000)]])).accused).toEqual([
      {
        ...{ kind: 'missing', owner: wallet(2), found: god(300_000) },
        why: 'it is excluded as "frozen", which nothing confirms',
      },
    ]);
  });

  it('counts frozen amounts for no entry, but for an exclusion', () => {
    const held = { ...HELD, 4: 500_000 };
    const readings = [reading(100, held, [4]), reading(120, held, [4])];
    const frozen = { owner: wallet(4), reason: 'frozen' } as const;
    expect(judgeList(comparison({ readings, excluded: [POOL, frozen] }), new Map()).accused).toEqual([]);
    const shown = comparison({ readings, entries: entriesOf({ ...LIST, 4: 500_000 }) });
    const found: WalletFound = { kind: 'known', held: [{ free: 0n, frozen: god(500_000) }] };
    expect(accusedOf(shown, [[wallet(4), found]]).map(({ kind }) => kind)).toEqual(['invented']);
  });

  it('knows that only the largest may be in the draw: a smaller wallet is not missing, but one that moves up is', () => {
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
    const silent = new RangeError('nothing was read that a list could be compared with');
    expect(() => findSuspects(comparison({ readings: [] }))).toThrow(silent);
  });
});

describe('what a wallet held at a slot', () => {
  const [before, after] = [reading(100, { 1: 200_000 }), reading(120, { 1: 500_000 })];
  const amount = (
    found: AccountFound,
    readings = { before: before as Reading | null, after: after as Reading | null },
  ) => amountAtSlot({ owner: wallet(1), slot: 110, ...readings, found: new Map([[wallet(1), found]]) });

  it('is each amount that it held at the slot or at one of the next eight: a node may have read the list there', () => {
    const change = (slot: number, from: number, to: number) => ({ slot, before: god(from), after: god(to) });
    const inAndOut = [change(117, 300_000, 10), change(113, 20, 300_000)] as const;
    expect(amount({ kind: 'moved', changes: inAndOut })).toEqual(known(20, 300_000, 10));
    const twice = [change(113, 300_000, 10), change(113, 20, 300_000)] as const;
    expect(amount({ kind: 'moved', changes: twice })).toEqual(known(20, 10, 300_000));
    // A wallet in the list fits with one of them, and so does a wallet outside of it.
    const bought = comparison({ entries: entriesOf({ ...LIST, 4: 300_000 }) });
    expect(accusedOf(bought, [[wallet(4), known(20, 300_000, 10)]])).toEqual([]);
    const sold = comparison({ entries: entriesOf({ 1: 200_000 }) });
    expect(accusedOf(sold, [[wallet(2), known(300_000, 20, 300_000)]])).toEqual([]);
  });

  it('is that of the reading before the lock when nothing has moved since', () => {
    expect(amount({ kind: 'unmoved' })).toEqual(known(200_000));
  });

  it('is what its last transaction left; in the slot itself also what was there before', () => {
    const moved = (slot: number, after: bigint | null = god(2)) =>
      amount({ kind: 'moved', changes: [{ slot, before: god(1), after }] });
    expect(moved(109)).toEqual(known(2));
    expect(moved(110)).toEqual(known(2, 1));
    expect(moved(109, null)).toEqual(known(0));
  });

  it('is that of the one reading that there is, and 0 for an account in none', () => {
    const moved = { kind: 'moved', changes: [{ slot: 109, before: god(1), after: god(2) }] } as const;
    for (const readings of [
      { before, after: null },
      { before: null, after },
      { before: null, after: null },
    ])
      expect(amount(moved, readings)).toEqual(known(2));
    expect(amount({ kind: 'unmoved' }, { before, after: null })).toEqual(known(200_000));
    expect(amount({ kind: 'unmoved' }, { before: reading(100, { 2: 5 }), after })).toEqual(known(0));
  });

  it('is counted beside what is free when it is frozen in the readings that show it', () => {
    const held = reading(100, { 1: 200_000 }, [1]);
    const frozen = (...amounts: number[]) => ({
      kind: 'known',
      held: amounts.map((one) => ({ free: 0n, frozen: god(one) })),
    });
    const moved = { kind: 'moved', changes: [{ slot: 110, before: god(1), after: god(2) }] } as const;
    for (const readings of [
      { before: held, after: null },
      { before: null, after: held },
      { before: held, after: held },
    ])
      expect(amount(moved, readings)).toEqual(frozen(2, 1));
    expect(amount({ kind: 'unmoved' }, { before: held, after: held })).toEqual(frozen(200_000));
  });

  it('is the sum of its accounts, each by its own history', () => {
    const seen = (key: Address, amount: number, isFrozen = false) => ({ key, amount: god(amount), isFrozen });
    const [one, two, other] = [wallet(1), wallet(2), wallet(3)];
    const of = (slot: number, ...all: ReturnType<typeof seen>[]): Reading => ({
      slot,
      accounts: new Map([[one, all]]),
    });
    const both = [of(100, seen(one, 10), seen(two, 30, true)), of(120, seen(two, 30, true), seen(other, 0))] as const;
    const found = new Map<Address, AccountFound>([
      [one, { kind: 'unmoved' }],
      [two, { kind: 'unmoved' }],
      [other, { kind: 'moved', changes: [{ slot: 110, before: god(0), after: god(5) }] }],
    ]);
    expect(amountAtSlot({ owner: one, slot: 110, before: both[0], after: both[1], found })).toEqual({
      kind: 'known',
      held: [15, 10].map((free) => ({ free: god(free), frozen: god(30) })),
    });
    expect(accountsOf(one, both)).toEqual([one, two, other]);
    expect(accountsOf(wallet(4), both)).toEqual([]);
  });

  it('is not known when an account cannot be read, or was frozen meanwhile', () => {
    const silent = { kind: 'unreadable', why: 'no answer' } as const;
    expect(amount(silent)).toEqual(silent);
    const thawed = amount({ kind: 'unmoved' }, { before: reading(100, { 1: 200_000 }, [1]), after });
    expect(thawed).toEqual({ kind: 'unreadable', why: `${wallet(1)} was frozen or thawed meanwhile` });
  });
});
