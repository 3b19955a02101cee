import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, addressBytes, addressOf } from '../../src/address/address.ts';
import { RESERVED_KEYS } from '../../src/address/reservedKeys.ts';
import { godUnits } from '../../src/money/god.ts';
import { type Holding, REASONS, type SelectionRules } from '../../src/protocol/terms/entries.ts';
import { largest, reasonInBytes, selectEntries } from '../../src/protocol/v1/selectEntries.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import { neverCalled } from './neverCalled.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';
import { wallet } from './wallets.ts';

const ENOUGH = 100_000_000_000n;
const EVERYONE: SelectionRules = {
  ...{ threshold: CURRENT_RULES.threshold, top: 0, isExcluded: () => false },
  // Wallets here are named by simple bytes, of which half are no points of the curve.
  reasonInBytes: () => null,
};

const holding = (owner: Address, amount: bigint, frozen = 0n): Holding => ({
  owner,
  amount: godUnits(amount),
  frozen: godUnits(frozen),
});
const owners = (list: readonly { readonly owner: Address }[]) => list.map(({ owner }) => owner);
const excluding = (...named: readonly Address[]): SelectionRules => ({
  ...EVERYONE,
  isExcluded: (owner) => named.includes(owner),
});

describe('the threshold', () => {
  it('lets in exactly 100,000 GOD, and not one base unit less', () => {
    const { entries, excluded } = selectEntries(
      [holding(wallet(1), ENOUGH), holding(wallet(2), ENOUGH - 1n)],
      EVERYONE,
    );
    expect(entries).toEqual([{ owner: wallet(1), amount: ENOUGH }]);
    expect(excluded).toEqual([]);
  });

  it('gives a large holder one entry, with the whole amount', () => {
    const { entries } = selectEntries([holding(wallet(1), 2n ** 63n)], EVERYONE);
    expect(entries).toEqual([{ owner: wallet(1), amount: 2n ** 63n }]);
  });

  it('asks about reasons only for wallets that hold enough', () => {
    const rules = {
      ...EVERYONE,
      isExcluded: neverCalled('isExcluded'),
      reasonInBytes: neverCalled('reasonInBytes'),
    };
    expect(selectEntries([holding(wallet(1), ENOUGH - 1n), holding(wallet(2), 0n)], rules).entries).toEqual([]);
  });

  it('leaves an empty draw when nobody holds anything', () => {
    expect(selectEntries([], EVERYONE)).toEqual({ entries: [], excluded: [] });
  });
});

describe('frozen accounts', () => {
  it('do not count towards the threshold: the wallet is not in the draw, and is published as frozen', () => {
    const { entries, excluded } = selectEntries([holding(wallet(1), ENOUGH - 1n, 1n)], EVERYONE);
    expect(entries).toEqual([]);
    expect(excluded).toEqual([{ owner: wallet(1), reason: 'frozen' }]);
  });

  it('do not exclude a wallet that holds enough in other accounts, and add nothing to its entry', () => {
    const { entries, excluded } = selectEntries([holding(wallet(1), ENOUGH, 5n)], EVERYONE);
    expect(entries).toEqual([{ owner: wallet(1), amount: ENOUGH }]);
    expect(excluded).toEqual([]);
  });

  it('are not mentioned when a wallet holds too little even with them', () => {
    expect(selectEntries([holding(wallet(1), 1n, ENOUGH - 2n)], EVERYONE)).toEqual({ entries: [], excluded: [] });
  });

  it('give way to every other reason', () => {
    const rules = {
      ...excluding(wallet(1)),
      reasonInBytes: (owner: Address) => (owner === wallet(2) ? 'off curve' : null),
    } as const;
    const held = [holding(wallet(1), 0n, ENOUGH), holding(wallet(2), 0n, ENOUGH), holding(wallet(3), 0n, ENOUGH)];
    expect(selectEntries(held, rules).excluded).toEqual([
      { owner: wallet(1), reason: 'excluded' },
      { owner: wallet(2), reason: 'off curve' },
      { owner: wallet(3), reason: 'frozen' },
    ]);
  });
});

describe('reasons', () => {
  const { reasonInBytes: _, ...BY_BYTES } = EVERYONE;
  const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address;
  const SYSTEM = '11111111111111111111111111111111' as Address;
  const reasonsOf = (rules: SelectionRules, ...held: readonly Address[]) => {
    const { entries, excluded } = selectEntries(
      held.map((owner) => holding(owner, ENOUGH)),
      rules,
    );
    const out = new Map(excluded.map(({ owner, reason }) => [owner, reason]));
    return held.map((owner) => out.get(owner) ?? (entries.some((entry) => entry.owner === owner) ? 'in' : 'lost'));
  };

  it('are found from a wallet’s bytes: reserved keys, Memo v3, which the payment calls, and bytes that are no point of the curve', () => {
    expect(reasonsOf(BY_BYTES, wallet(1), wallet(2), MEMO, SYSTEM)).toEqual([
      ...['in', 'off curve', 'reserved key', 'reserved key'],
    ]);
  });

  it('come in their order: the first that applies is the published one', () => {
    const named = { ...BY_BYTES, isExcluded: (owner: Address) => owner === SYSTEM || owner === wallet(2) };
    expect(reasonsOf(named, SYSTEM, wallet(2), MEMO)).toEqual(['excluded', 'excluded', 'reserved key']);
    expect(REASONS).toEqual(['excluded', 'reserved key', 'off curve', 'frozen']);
  });

  it('of reserved keys are all in the paper', () => {
    const paper = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8');
    const [, listed = ''] = /Reserved keys: [^`]*```\n([^`]+)```/.exec(paper) ?? [];
    expect(listed.trim().split('\n').toSorted()).toEqual([...RESERVED_KEYS].toSorted());
  });

  it('decode bytes as RFC 8032 does, and repair nothing', () => {
    const one = new Uint8Array(32).with(0, 1);
    const signed = one.with(31, 128);
    const notReduced = new Uint8Array(32).fill(255).with(0, 0xee).with(31, 127);
    expect([one, signed, notReduced].map((bytes) => reasonInBytes(addressOf(bytes)))).toEqual([
      ...[null, 'off curve', 'off curve'],
    ]);
  });

  it('are published sorted by address rather than bytes', () => {
    const { entries, excluded } = selectEntries(
      [holding(wallet(8), ENOUGH), holding(wallet(1), ENOUGH), holding(wallet(255), ENOUGH + 7n)],
      excluding(wallet(8), wallet(255)),
    );
    expect(owners(entries)).toEqual([wallet(1)]);
    // Bytes 8 come before bytes 255, but in base58 "JEKN…" comes before "YMN9…".
    expect(owners(excluded)).toEqual([wallet(255), wallet(8)]);
  });
});

describe('the order of the entries', () => {
  it("is that of the owners' bytes, not of their addresses", () => {
    const { entries } = selectEntries(
      [255, 77, 8, 1].map((byte) => holding(wallet(byte as 1), ENOUGH)),
      EVERYONE,
    );
    expect(owners(entries)).toEqual([wallet(1), wallet(8), wallet(77), wallet(255)]);
  });

  it('compares every byte: owners that differ in their last one only are still in order', () => {
    const of = (last: number) => addressOf(new Uint8Array(32).fill(9).with(31, last));
    const { entries } = selectEntries(
      [200, 3, 128, 127].map((last) => holding(of(last), ENOUGH)),
      EVERYONE,
    );
    expect(entries.map(({ owner }) => addressBytes(owner)[31])).toEqual([3, 127, 128, 200]);
  });

  it('and everything else chosen depends on the holdings alone, never on the order they were read in', () => {
    const holdings = fc.uniqueArray(
      fc.record({
        owner: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(addressOf),
        amount: fc.constantFrom(0n, ENOUGH - 1n, ENOUGH, ENOUGH + 1n, 3n * ENOUGH).map(godUnits),
        frozen: fc.constantFrom(0n, 1n, ENOUGH).map(godUnits),
      }),
      { selector: ({ owner }) => owner, maxLength: 30 },
    );
    const shuffled = holdings.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    const rules = (top: number): SelectionRules => ({
      threshold: CURRENT_RULES.threshold,
      top,
      isExcluded: (owner) => owner.endsWith('1') || owner.endsWith('a'),
    });
    fc.assert(
      fc.property(shuffled, fc.constantFrom(0, 1, 5), ([list, other], top) => {
        expect(selectEntries(other, rules(top))).toEqual(selectEntries(list, rules(top)));
      }),
      PROPERTY_RUNS,
    );
  });
});

describe('a draw among the largest', () => {
  const held = [
    holding(wallet(1), ENOUGH),
    holding(wallet(2), 5n * ENOUGH),
    holding(wallet(3), 3n * ENOUGH),
    holding(wallet(4), 4n * ENOUGH),
    holding(wallet(5), ENOUGH - 1n),
  ];

  it('takes the n largest and still orders them by bytes', () => {
    const { entries } = selectEntries(held, { ...EVERYONE, top: 2 });
    expect(owners(entries)).toEqual([wallet(2), wallet(4)]);
  });

  it('takes everyone who holds enough when there are fewer', () => {
    expect(owners(selectEntries(held, { ...EVERYONE, top: 10 }).entries)).toEqual(
      [1, 2, 3, 4].map((k) => wallet(k as 1)),
    );
  });

  it('leaves excluded wallets out before it takes the largest', () => {
    const rules = { ...excluding(wallet(2)), top: 2 };
    expect(owners(selectEntries(held, rules).entries)).toEqual([wallet(3), wallet(4)]);
  });

  it('settles ties by the smaller owner bytes', () => {
    const equal = [255, 8, 77, 9].map((byte) => holding(wallet(byte as 8), ENOUGH));
    expect(owners(selectEntries(equal, { ...EVERYONE, top: 2 }).entries)).toEqual([wallet(8), wallet(9)]);
  });

  it('lists them largest first, equal ones by bytes', () => {
    const entries = [holding(wallet(255), 2n), holding(wallet(3), 1n), holding(wallet(8), 2n), holding(wallet(9), 3n)];
    expect(owners(largest(entries, 3))).toEqual([wallet(9), wallet(8), wallet(255)]);
    expect(largest(entries, 0)).toEqual([]);
  });
});
