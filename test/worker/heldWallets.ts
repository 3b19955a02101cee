import { type Address, addressBytes } from '../../src/address/address.ts';
import { selectEntries } from '../../src/protocol/v1/selectEntries.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import { createHoldings } from '../../worker/chain/accounts/holdings.ts';
import type { EntriesRead } from '../../worker/rounds/lists/readEntries.ts';
import { wallet } from '../domain/wallets.ts';

const GOD = 1_000_000n;
export const READ_AT = Date.parse('2026-11-20T09:00:00Z');

export interface Held {
  readonly owner: Address;
  /** Whole GOD. */
  readonly amount?: bigint;
  readonly frozen?: bigint;
  /** Why it is excluded. */
  readonly excluded?: string;
}

/** A read of these holders, decided by the draw's own rules. */
export function readOf(held: readonly Held[], top = 0, threshold = CURRENT_RULES.threshold): EntriesRead {
  const excluded = new Map(held.flatMap(({ owner, excluded }) => (excluded === undefined ? [] : [[owner, excluded]])));
  const holdings = createHoldings();
  for (const { owner, amount = 0n, frozen = 0n } of held) {
    holdings.add({ owner: addressBytes(owner), amount: amount * GOD, isFrozen: false });
    holdings.add({ owner: addressBytes(owner), amount: frozen * GOD, isFrozen: true });
  }
  const against = (owner: Address) => excluded.get(owner) ?? null;
  const isExcluded = (owner: Address) => excluded.has(owner);
  const rules = { threshold, top, isExcluded, reasonInBytes: () => null };
  return {
    ...selectEntries(holdings.values(), rules),
    threshold,
    reasonAgainst: against,
    keptOut: [...excluded.keys()],
    snapshot: {
      ...{ slot: 5, holdings, accounts: holdings.size, isComplete: true, isMoving: false },
      mint: { supply: 0n, withheld: 0n, transferFee: null, authorities: [] },
    } as unknown as EntriesRead['snapshot'],
  };
}

export const HELD: readonly Held[] = [
  { owner: wallet(1), amount: 100_000n },
  { owner: wallet(2), amount: 99_999n },
  { owner: wallet(3), amount: 300_000n },
  { owner: wallet(4), amount: 100_000n },
  { owner: wallet(5), frozen: 180_000n },
  { owner: wallet(6), amount: 150_000n, frozen: 50_000n },
  { owner: wallet(7), amount: 60_000n, frozen: 60_000n },
  { owner: wallet(8), amount: 900_000n, excluded: 'market-maker' },
  { owner: wallet(9), excluded: 'lottery pool' },
];
