import { exitsOf, type RoundExit } from '../../../src/round/exits.ts';
import { RpcError } from '../../chain/node/rpcError.ts';
import { type Exit, heldRound } from '../../store/rounds/heldRounds.ts';
import type { RoundContext } from '../context.ts';
import { closeRound } from './closeRound.ts';
import { type ExitOutcome, refused } from './exitOutcome.ts';
import { releaseRound } from './releaseRound.ts';
import { shelve } from './shelveRound.ts';

/** What an operator wants to do with a held round. */
export interface ExitOrder {
  readonly round: number;
  readonly exit: RoundExit;
  readonly by: string;
  readonly reason: string;
  /** The transaction that made a mark of its hour; null when it has to be found. */
  readonly signature: string | null;
}

/**
 * An operator's way out of a held round. It is decided only by the hour's marks and the database. No history of the
 * wallet is read, so nobody can block it. If the chain does not answer now, the exit is refused and can be tried again.
 */
export function createExitRound(context: RoundContext): (order: ExitOrder) => Promise<ExitOutcome> {
  return async ({ round, exit: wanted, by, reason, signature }) => {
    const [found, record] = await Promise.all([heldRound(context.db, round), context.rounds.get(round)]);
    if (found === null || record === null) return refused(`Round ${round} does not wait for a person.`);
    const facts = { hasRecord: record.lock !== null, isCommitted: record.commitment !== null };
    if (!exitsOf({ ...found, ...facts }).includes(wanted)) return refused(notOffered(round, wanted));
    const exit: Exit = { round, held: found.reason, by, reason, at: context.now() };
    const way = { release: releaseRound, close: closeRound, shelve }[wanted];
    try {
      return await way(context, record, { exit, found, signature });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return refused(`The chain gives no usable answer now: ${error.summary}. Nothing has changed.`);
    }
  };
}

const notOffered = (round: number, exit: RoundExit): string =>
  exit === 'release'
    ? `Round ${round} cannot be released: its entries are not stored here, so that nothing can go on. Bring them back with "npm run recover".`
    : `Round ${round} cannot be shelved: nothing of it is owed, or it is shelved already.`;
