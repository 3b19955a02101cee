import type { RoundRecord } from '../../src/round/record.ts';
import { shelveRound } from '../store/heldRounds.ts';
import type { RoundContext } from './context.ts';
import { CHANGED, type ExitOutcome, refused, type Wanted } from './exitOutcome.ts';
import { isCommittedInTime } from './isCommittedInTime.ts';

/**
 * Leaves a held round publicly owed: its prizes stay set aside, and it can be released or closed later. A round that only
 * another text of our key has promised is owed when that text was in time.
 */
export async function shelve(
  context: RoundContext,
  record: RoundRecord | null,
  { exit, found }: Wanted,
): Promise<ExitOutcome> {
  const isPromisedByOther = found.reason === 'foreign-commitment' && record !== null && record.commitment === null;
  if (isPromisedByOther && !(await isCommittedInTime(context, record)))
    return refused(`Round ${exit.round} is not owed: the chain has no commitment of it in time. Close it.`);
  return (await shelveRound(context.db, exit, promisedIn(found.detail))) ? { kind: 'done' } : CHANGED;
}

/** Prizes that the commitment of a round without a record names, lamports: its text is what it is held for. */
function promisedIn(detail: string | null): bigint | null {
  const [, prizes] = /GOD1 commit [^"]* prizes=(\d{1,20}) /.exec(detail ?? '') ?? [];
  return prizes === undefined ? null : BigInt(prizes);
}
