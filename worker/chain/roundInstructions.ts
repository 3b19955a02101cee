import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { address } from '../../src/address/address.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import type { LockRecord, PlacedWinner } from '../../src/protocol/terms/lock.ts';
import { guardAddress, guardInstructions, memoInstruction, prizeInstructions } from './transactions.ts';

/** A commitment is a memo of the pool. */
export function commitInstructions(pool: PublicKey, { memo }: LockRecord): TransactionInstruction[] {
  return [memoInstruction(pool, memo)];
}

export interface PayoutDetails {
  readonly lock: LockRecord;
  readonly winners: readonly PlacedWinner[];
  /** Rent of the guard's one byte, lamports. */
  readonly guardRent: bigint;
}

/** A payout: the guard, all prizes, and the memo. */
export async function payoutInstructions(
  pool: PublicKey,
  { lock, winners, guardRent }: PayoutDetails,
): Promise<TransactionInstruction[]> {
  const protocol = protocolOf(lock.rules);
  const seed = protocol.guardSeed(lock.endsAt);
  const guard = new PublicKey(await guardAddress(address(pool.toBase58()), seed));
  return [
    ...guardInstructions(pool, guard, seed, guardRent),
    ...prizeInstructions(pool, winners),
    memoInstruction(pool, protocol.payoutMemo({ ...lock, winners: winners.length })),
  ];
}
