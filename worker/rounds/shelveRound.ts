import { shelveRound } from '../store/heldRounds.ts';
import { CHANGED, type ExitOutcome, type Wanted } from './exitOutcome.ts';

/** Leaves a held round publicly owed: its prizes stay set aside, and it can be released or closed later. */
export async function shelve(db: D1Database, { exit, found }: Wanted): Promise<ExitOutcome> {
  return (await shelveRound(db, exit, promisedIn(found.detail))) ? { kind: 'done' } : CHANGED;
}

/** Prizes that the commitment of a round without a record names, lamports: its text is what it is held for. */
function promisedIn(detail: string | null): bigint | null {
  const [, prizes] = /GOD1 commit [^"]* prizes=(\d{1,20}) /.exec(detail ?? '') ?? [];
  return prizes === undefined ? null : BigInt(prizes);
}
