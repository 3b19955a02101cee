import { lamports } from '../../../src/money/lamports.ts';
import { CURRENT_PROTOCOL } from '../../../src/protocol/protocolOf.ts';
import type { PublicState } from '../../cache/publicState.ts';

/**
 * The prizes by place of `round`, the running one, lamports. After its lock: those that it fixed. Before: those that a
 * lock would fix by the pool as last read, without the prizes of earlier rounds that the reading still contains.
 */
export function runningPrizes(state: PublicState, round: number): readonly bigint[] {
  const locked = state.lockedRound?.round === round ? state.lockedRound : null;
  if (locked !== null) return locked.prizes.map(BigInt);
  const { pool } = state.chain;
  const free = BigInt(pool?.lamports ?? '0') - owedBefore(state, round);
  return CURRENT_PROTOCOL.splitPrize(lamports(free > 0n ? free : 0n)).places;
}

/** All prizes of `round` together. */
export function runningTotal(state: PublicState, round: number): bigint {
  return runningPrizes(state, round).reduce((sum, prize) => sum + prize, 0n);
}

/**
 * The prizes of rounds before `round` that the reading of the pool still contains: the chain paid them later than that,
 * or has not paid them yet.
 */
function owedBefore({ payments, chain: { pool } }: PublicState, round: number): bigint {
  const readAt = pool?.slot ?? 0;
  return payments
    .filter((payment) => payment.round < round && (payment.slot === null || payment.slot > readAt))
    .reduce((sum, payment) => sum + BigInt(payment.lamports), 0n);
}
