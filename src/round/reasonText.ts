import { lamportsToSol } from '../money/lamports.ts';
import { POOL_CEILING_PERCENT, POOL_RESERVE } from './checkLimits.ts';
import { CLOSED, HOLD_REASONS, type HoldReason, ROLL_OVER_REASONS, type RollOverReason } from './state.ts';

/** The public sentence for a reason why a round ended without a payment, waits for a person, or was closed by one. */
export function reasonText(reason: RollOverReason | HoldReason | typeof CLOSED): string {
  switch (reason) {
    case 'missed':
      return 'The entries could not be locked in time. The prizes stay in the pool.';
    case 'no-terms':
      return 'No terms that could be played under were in force for this round. The prizes stay in the pool.';
    case 'paused':
      return 'Draws were paused before the entries were locked. The prizes stay in the pool.';
    case 'commitment-late':
      return 'The entry list did not reach the chain in time. The prizes stay in the pool.';
    case 'snapshot-unreliable':
      return 'No complete and current list of holders could be read. The prizes stay in the pool.';
    case 'nodes-disagree':
      return 'Our Solana nodes gave different answers, and nothing could decide which one was right. The prizes stay in the pool.';
    case 'nodes-silent':
      return 'Too few of our Solana nodes answered. The prizes stay in the pool.';
    case 'no-eligible-wallets':
      return 'No wallet held enough GOD. The prizes stay in the pool.';
    case 'reserve':
      return `Paying would have left less than the reserve of ${lamportsToSol(POOL_RESERVE)} SOL in the pool. The prizes stay in the pool.`;
    case 'prize-below-rent':
      return 'A prize would have been smaller than the least an account can hold. The prizes stay in the pool.';
    case 'prize-above-ceiling':
      return `The prizes would have exceeded ${POOL_CEILING_PERCENT}% of the pool. The prizes stay in the pool.`;
    case 'daily-cap':
      return "The prizes would have exceeded the operator's daily limit. The prizes stay in the pool.";
    case 'shadow':
      return 'This round was a rehearsal: nothing was put on chain, and nothing is paid. The prizes stay in the pool.';
    case 'commitment-lost':
      return 'The commitment was seen on chain and then disappeared. An operator has to look at it.';
    case 'mark-without-record':
      return 'The chain has a mark of this hour, and the record that belongs to it is not stored here. An operator has to look at it.';
    case 'payout-rejected':
      return 'The chain refused the payment. The prizes are owed, and an operator has to look at it.';
    case 'record-mismatch':
      return 'The stored record of this round contradicts itself. An operator has to look at it.';
    case 'overdue':
      return 'The payment is overdue. What was promised is owed, and an operator has to look at it.';
    case CLOSED:
      return 'This round was paid on chain, and its record is not stored here. An operator has looked at it and closed the round: it is paid.';
  }
}

/** As `reasonText`, for a reason from an answer; empty for one that this version does not know. */
export function describeReason(reason: string | null): string {
  const known = [...ROLL_OVER_REASONS, ...HOLD_REASONS, CLOSED].find((candidate) => candidate === reason);
  return known === undefined ? '' : reasonText(known);
}
