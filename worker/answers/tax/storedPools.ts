import type { PoolWallets } from '../../../src/distribution/poolLines.ts';
import type { Settings } from '../../settings/Settings.ts';
import type { Reads } from '../../store/rows/reads.ts';
import { readMade } from '../../store/views/rounds/announcements.ts';
import { countMade, lotteryOf } from '../../terms/countMade.ts';
import { poolWallets } from '../../terms/poolWallets.ts';

/** The pool's wallets by the announcements that are stored; `now` is unix milliseconds. */
export async function storedPools(db: Reads, settings: Settings, now: number): Promise<PoolWallets> {
  const book = countMade(await readMade(db, settings.taxAuthority.address), new Map(), lotteryOf(settings));
  return poolWallets(settings, book, now / 1000);
}
