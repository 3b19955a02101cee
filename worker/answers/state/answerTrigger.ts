import type { TriggerResult } from '../../../src/contract/trigger.ts';
import { lamportsToSol } from '../../../src/money/lamports.ts';
import { describeReason } from '../../../src/round/reasonText.ts';
import { CLOSED } from '../../../src/round/state.ts';
import type { PublicState } from '../../cache/publicState.ts';
import { runningTotal } from './composeStats.ts';

/** The answer of `trigger-round` about the newest closed round, the same for everyone. */
export function answerTrigger(state: PublicState, closed: number): TriggerResult {
  if (closed === 0)
    return { success: false, code: 'TOO_EARLY', error: 'No round has closed yet. Wait for the countdown.' };
  const last = state.lastRound;
  if (last === null || last.round !== closed) return pending(closed);
  switch (last.state) {
    case 'locked':
    case 'committed':
      return pending(closed);
    case 'drawn':
    case 'paid':
      return {
        success: true,
        data: {
          roundNumber: last.round,
          totalDistributed: lamportsToSol(last.winners.reduce((sum, winner) => sum + BigInt(winner.lamports), 0n)),
          winners: last.winners.map((winner) => ({
            address: winner.address,
            prize: lamportsToSol(BigInt(winner.lamports)),
          })),
          prizePoolLamports: runningTotal(state, closed + 1).toString(),
        },
      };
    case 'rolled-over':
      return {
        success: false,
        code: last.reason === 'paused' ? 'PAUSED' : 'ROUND_ROLLED_OVER',
        error: `Round ${last.round} was rolled over. ${describeReason(last.reason)}`,
      };
    case 'held':
      return {
        success: false,
        code: 'ROUND_HELD',
        error: `Round ${last.round} is ${last.reason === CLOSED ? CLOSED : 'on hold'}. ${describeReason(last.reason)}`,
      };
  }
}

function pending(round: number): TriggerResult {
  return {
    success: false,
    code: 'BEACON_PENDING',
    error: `The winners of round ${round} are being drawn. Ask again in a moment.`,
  };
}
