import type { Address } from '../../src/address/address.ts';
import { errorText } from '../../src/errorText.ts';
import { applyListDifference, listDifference } from '../../src/round/listDifference.ts';
import { oldestCheckpoint } from '../store/rounds/checkpoints.ts';
import { keepWhole, roundsToPack, storeDifference } from '../store/rounds/listDifferences.ts';
import type { RoundStore } from '../store/rounds/rounds.ts';
import { cyclesToArchive, packCycles, rowsToArchive, storeArchive } from '../store/tax/taxArchives.ts';
import { readDocuments } from '../store/views/rounds/roundDocuments.ts';

const DAY_MS = 86_400_000;
/** After this long nobody asks for single transactions of a cycle any more. */
const LIVE_MS = 90 * DAY_MS;

interface ArchiveTaxInput {
  readonly db: D1Database;
  /** The pool wallets whose keys are here. */
  readonly pools: readonly Address[];
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Archives the steps, lines and journal rows of ended tax cycles that began more than 90 days ago, some cycles in each
 * call. The rows of the cycles themselves stay. All that a pool wallet sent before its checkpoint is explained. What it
 * sent since then may still be looked up in the journal, and may be found among the rows of the tax, because an old
 * pool wallet may be the tax wallet now. So only cycles are archived that began at least a day before the oldest
 * checkpoint.
 */
export function createArchiveTax({ db, pools, now }: ArchiveTaxInput): () => Promise<void> {
  return async () => {
    const at = now();
    const checkpoint = await oldestCheckpoint(db, pools);
    const before = Math.min(at - LIVE_MS, checkpoint === null ? at : checkpoint - DAY_MS);
    const cycles = await cyclesToArchive(db, Math.floor(before / 1000));
    if (cycles.length === 0) return;
    await storeArchive({ db, at }, await packCycles(cycles, await rowsToArchive(db, cycles)));
  };
}

/**
 * How many lists one call packs: each may have half a megabyte. A round adds one, so more are packed only to catch up.
 */
const AT_ONCE = 3;
/** The lists of this many newest rounds stay whole, because most requests for proofs are about these rounds. */
const NEWEST_WHOLE = 24;

interface PackListsInput {
  readonly db: D1Database;
  /** The number of the newest round that has ended. */
  readonly closedRounds: () => number;
}

/**
 * Stores the lists of rounds, except the newest 24, as differences from the list of an earlier round. This saves
 * space, because nearly all wallets are in both lists, and compressing a list would not make its addresses shorter. The
 * first list of every 24 rounds stays whole. So does a list that cannot be made again from its difference, or whose
 * difference is no shorter.
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

/**
 * As `differenceOf`, but null also when a list cannot be read. Then this round's list stays whole, and others are still
 * packed.
 */
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

export interface TidyUpInput {
  readonly db: D1Database;
  readonly rounds: Pick<RoundStore, 'inFlight'>;
  /** The pool wallets whose keys are here. */
  readonly pools: readonly Address[];
  /** The number of the newest round that has ended. */
  readonly closedRounds: () => number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Keeps the database small, with a little work each minute. Does nothing while a round is in flight. */
export function createTidyUp({ db, rounds, pools, closedRounds, now }: TidyUpInput): () => Promise<void> {
  const packLists = createPackLists({ db, closedRounds });
  const archiveTax = createArchiveTax({ db, pools, now });
  return async () => {
    if ((await rounds.inFlight()) !== null) return;
    await packLists();
    await archiveTax();
  };
}
