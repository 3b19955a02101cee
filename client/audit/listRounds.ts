import type { RoundsPage } from '../../src/contract/round.ts';

const PAGE = 100;

/** One page of the lottery's rounds, newest first. */
export type ReadPage = (query: string) => Promise<Pick<RoundsPage, 'rounds' | 'nextCursor'>>;

/**
 * The numbers of the newest rounds, without the one that is locked right now: so many, or all of them for null. Newest
 * first. Rounds that are said to have had no lock are among them, and so are numbers that the list leaves out between
 * others: a round that somebody did not like would be hidden there.
 */
export async function listRounds(readPage: ReadPage, wanted: number | null): Promise<readonly number[]> {
  const most = wanted ?? Number.POSITIVE_INFINITY;
  const listed: { readonly roundNumber: number; readonly state: string }[] = [];
  let cursor: string | null = null;
  do {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await readPage(`limit=${PAGE}${from}`);
    listed.push(...page.rounds);
    cursor = page.nextCursor;
    if (from === '' && listed[0]?.state === 'locked') listed.shift();
  } while (cursor !== null && spanOf(listed) < most);
  const [newest] = listed;
  if (newest === undefined) return [];
  return Array.from({ length: Math.min(most, spanOf(listed)) }, (_, index) => newest.roundNumber - index);
}

/** How many numbers there are from the newest round to the oldest one. */
function spanOf(rounds: readonly { readonly roundNumber: number }[]): number {
  const [newest, oldest] = [rounds[0], rounds.at(-1)];
  return newest && oldest ? newest.roundNumber - oldest.roundNumber + 1 : 0;
}
