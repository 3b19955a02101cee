import { exitsOf, type RoundExit } from '../../src/round/exits.ts';
import type { HoldReason } from '../../src/round/state.ts';
import { RpcError } from '../chain/rpcError.ts';
import { type Exit, heldRound } from '../store/heldRounds.ts';
import { closeRound } from './closeRound.ts';
import type { RoundContext } from './context.ts';
import { type ExitOutcome, refused } from './exitOutcome.ts';
import { releaseRound } from './releaseRound.ts';
import { shelve } from './shelveRound.ts';

/** What an operator wants of a held round. */
export interface ExitOrder {
  readonly round: number;
  readonly exit: RoundExit;
  readonly by: string;
  readonly reason: string;
}

/**
 * An operator's way out of a held round, by the table of exits. It is decided by the chain and the database alone; what
 * the chain does not answer now is refused and may be asked again.
 */
export function createExitRound(context: RoundContext): (order: ExitOrder) => Promise<ExitOutcome> {
  return async ({ round, exit: wanted, by, reason }) => {
    const found = await heldRound(context.db, round);
    if (found === null) return refused(`Round ${round} does not wait for a person.`);
    const record = await context.rounds.get(round);
    const isCommitted = record?.commitment !== null && record !== null;
    if (!exitsOf({ ...found, isCommitted }).includes(wanted)) return refused(notOffered(round, wanted, found.reason));
    const exit: Exit = { round, held: found.reason, by, reason, at: context.now() };
    try {
      if (wanted === 'release') return await releaseRound(context, { exit, found });
      if (wanted === 'close') return await closeRound(context, { exit, found });
      return await shelve(context, record, { exit, found });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return refused(`The chain gives no usable answer now: ${error.summary}. Nothing has changed.`);
    }
  };
}

function notOffered(round: number, exit: RoundExit, reason: HoldReason): string {
  if (exit === 'shelve') return `Round ${round} cannot be shelved: nothing of it is owed, or it is shelved already.`;
  if (reason === 'foreign-commitment')
    return `Round ${round} cannot be released: two texts of the pool wallet void it for every verifier.`;
  return `Round ${round} cannot be released: its record is not stored here, so that nothing can go on.`;
}
