import type { RoundsPage } from '../../src/contract/round.ts';

const PAGE = 100;

/** One page of the lottery's rounds, newest first. */
export type ReadPage = (query: string) => Promise<Pick<RoundsPage, 'rounds' | 'nextCursor'>>;

/**
 * The numbers of the newest rounds that were locked, also of those that are said to have been called off: so many, or
 * all of them for null. Newest first.
 */
export async function listRounds(readPage: ReadPage, wanted: number | null): Promise<readonly number[]> {
  const most = wanted ?? Number.POSITIVE_INFINITY;
  const found: number[] = [];
  let cursor: string | null = null;
  do {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await readPage(`limit=${PAGE}${from}`);
    const locked = page.rounds.filter(({ root, state }) => root !== null && state !== 'locked');
    found.push(...locked.map(({ roundNumber }) => roundNumber));
    cursor = page.nextCursor;
  } while (cursor !== null && found.length < most);
  return found.slice(0, most);
}
