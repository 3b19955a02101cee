import { errorText } from '../../src/errorText.ts';
import { applyListDifference, listDifference } from '../../src/round/listDifference.ts';
import { keepWhole, roundsToPack, storeDifference } from '../store/rounds/listDifferences.ts';
import { readDocuments } from '../store/views/rounds/roundDocuments.ts';

/**
 * How many lists are packed in one call: each may have half a megabyte. One in each round is enough; more only catch
 * up.
 */
const AT_ONCE = 3;
/** The newest rounds stay whole, because their proofs are the ones that are asked for. */
const NEWEST_WHOLE = 24;

export interface PackListsInput {
  readonly db: D1Database;
  /** The number of the newest round that has ended. */
  readonly closedRounds: () => number;
}

/**
 * Stores the lists of rounds that ended a day ago as differences from the round before: nearly all wallets stay the
 * same, and keys do not compress. The first list of every 24 rounds stays whole. So does a list that its difference
 * would not give back, or whose difference is no shorter.
 */
export function createPackLists({ db, closedRounds }: PackListsInput): () => Promise<void> {
  return async () => {
    for (const { round, base } of await roundsToPack(db, closedRounds() - NEWEST_WHOLE, AT_ONCE)) {
      const difference = base === null ? null : await tryDifference(db, round, base);
      if (base === null || difference === null) await keepWhole(db, round);
      else await storeDifference(db, { round, base, difference });
    }
  };
}

/** As `differenceOf`, but null also for a list that cannot be read: it stays whole, and the others are still packed. */
async function tryDifference(db: D1Database, round: number, base: number): Promise<Uint8Array | null> {
  try {
    return await differenceOf(db, round, base);
  } catch (error) {
    console.warn(`the list of round ${round} stays whole: ${errorText(error)}`);
    return null;
  }
}

async function differenceOf(db: D1Database, round: number, base: number): Promise<Uint8Array | null> {
  const list = (await readDocuments(db, round))?.list;
  const before = (await readDocuments(db, base))?.list;
  if (list === undefined || before === undefined) return null;
  const difference = listDifference(before, list);
  if (difference === null || difference.length >= list.length) return null;
  return isSame(applyListDifference(before, difference), list) ? difference : null;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
