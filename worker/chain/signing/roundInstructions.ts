import type { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import type { LockRecord, PlacedWinner } from '../../../src/protocol/terms/lock.ts';
import { markInstructions, memoInstruction, prizeInstructions } from './transactions.ts';

/** What a round's commitment is made of. */
export interface CommitDetails {
  readonly lock: LockRecord;
  /** Rent of a mark's one byte, lamports. */
  readonly markRent: bigint;
}

/** A commitment: its mark, and the memo. */
export function commitInstructions(pool: PublicKey, { lock, markRent }: CommitDetails): TransactionInstruction[] {
  const seed = protocolOf(lock.rules).commitSeed(lock.endsAt);
  return [...markInstructions(pool, seed, markRent), memoInstruction(pool, lock.memo)];
}

export interface PayoutDetails extends CommitDetails {
  readonly winners: readonly PlacedWinner[];
}

/** A payout: its mark, all prizes in the order of their places, and the memo. */
export function payoutInstructions(
  pool: PublicKey,
  { lock, winners, markRent }: PayoutDetails,
): TransactionInstruction[] {
  const protocol = protocolOf(lock.rules);
  return [
    ...markInstructions(pool, protocol.payoutSeed(lock.endsAt), markRent),
    ...prizeInstructions(pool, winners),
    memoInstruction(pool, protocol.payoutMemo({ ...lock, winners: winners.length })),
  ];
}
