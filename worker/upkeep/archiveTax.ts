import type { Address } from '../../src/address/address.ts';
import { oldestCheckpoint } from '../store/rounds/checkpoints.ts';
import { cyclesToArchive, packCycles, rowsToArchive, storeArchive } from '../store/tax/taxArchives.ts';

const DAY_MS = 86_400_000;
/** After this long nobody asks for single transactions of a cycle any more. */
const LIVE_MS = 90 * DAY_MS;

export interface ArchiveTaxInput {
  readonly db: D1Database;
  /** The pool wallets whose keys are here. */
  readonly pools: readonly Address[];
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Puts the steps, lines and journal rows of tax cycles that ended 90 days ago into archives, some cycles in each call.
 * The cycles themselves stay, and so does everything about rounds. Nothing younger than a pool wallet's checkpoint is
 * archived: outflows are looked up in the journal from there on, and one wallet may serve both the pool and the tax.
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
