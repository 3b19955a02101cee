import { describe, expect, it } from 'vitest';
import { type Address, addressBytes, addressOf } from '../../../src/address/address.ts';
import { godUnits } from '../../../src/money/god.ts';
import { createHoldings } from '../../../worker/chain/accounts/holdings.ts';
import { wallet } from '../../domain/wallets.ts';

const account = (owner: Address, amount: bigint, isFrozen = false) => ({
  owner: addressBytes(owner),
  amount,
  isFrozen,
});
/** Owners that a stranger chose: alike but for their last bytes, which a poor hash sends to one place. */
const numbered = (i: number) => {
  const bytes = new Uint8Array(32).fill(7);
  new DataView(bytes.buffer).setUint32(28, i);
  return addressOf(bytes);
};

describe('a table of holdings', () => {
  it('sums the accounts of an owner, frozen ones apart, in the order they were first seen', () => {
    const table = createHoldings();
    table.add(account(wallet(2), 5n));
    table.add(account(wallet(1), 60n));
    table.add(account(wallet(2), 7n, true));
    table.add(account(wallet(2), 1n));
    expect([...table]).toEqual([
      { owner: wallet(2), amount: 6n, frozen: 7n },
      { owner: wallet(1), amount: 60n, frozen: 0n },
    ]);
    expect([...table.values()]).toEqual([...table]);
    expect(table.size).toBe(2);
    expect([...table.amounts()]).toEqual([6n, 60n]);
  });

  it('finds an owner, and nobody who holds nothing', () => {
    const table = createHoldings();
    expect(table.get(wallet(1))).toBeNull();
    table.add(account(wallet(1), 0n));
    table.add(account(wallet(2), 1n));
    expect([table.size, table.get(wallet(1))]).toEqual([1, null]);
    expect(table.get(wallet(2))).toEqual({ owner: wallet(2), amount: 1n, frozen: 0n });
  });

  it('gives those who hold at least so much, frozen accounts included', () => {
    const table = createHoldings();
    table.add(account(wallet(1), 9n));
    table.add(account(wallet(2), 4n));
    table.add(account(wallet(2), 6n, true));
    table.add(account(wallet(3), 10n));
    expect([...table.atLeast(godUnits(10n))].map(({ owner }) => owner)).toEqual([wallet(2), wallet(3)]);
    expect([...table.where((amount) => amount >= 9n)].map(({ owner }) => owner)).toEqual([wallet(1), wallet(3)]);
  });

  it('holds amounts up to u64, and refuses more', () => {
    const table = createHoldings();
    table.add(account(wallet(1), 2n ** 64n - 2n));
    table.add(account(wallet(1), 1n));
    expect(table.get(wallet(1))?.amount).toBe(2n ** 64n - 1n);
    expect(() => table.add(account(wallet(1), 1n))).toThrow(RangeError);
    expect(table.get(wallet(1))?.amount).toBe(2n ** 64n - 1n);
    expect(() => table.add({ owner: new Uint8Array(31), amount: 1n, isFrozen: false })).toThrow(RangeError);
  });

  it('agrees with a map on any order of 50,000 accounts of 20,000 owners', () => {
    const table = createHoldings();
    const expected = new Map<Address, bigint>();
    const owners = Array.from({ length: 20_000 }, (_, i) => numbered(i));
    for (let i = 0; i < 50_000; i++) {
      const owner = owners[(i * 7_919) % 20_000] ?? wallet(1);
      const amount = BigInt(i % 11);
      table.add(account(owner, amount));
      if (amount > 0n) expected.set(owner, (expected.get(owner) ?? 0n) + amount);
    }
    expect(new Map([...table].map(({ owner, amount }) => [owner, amount]))).toEqual(expected);
    expect(table.size).toBe(expected.size);
    for (const [owner, amount] of expected) expect(table.get(owner)?.amount).toBe(amount);
    expect(table.get(numbered(20_001))).toBeNull();
  });
});
