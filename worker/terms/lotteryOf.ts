import type { Settings } from '../settings/Settings.ts';
import type { LotteryNamed } from './countMade.ts';

/** The lottery whose announcements a deployment reads. */
export function lotteryOf({ mint, taxAuthority, beacon }: Settings): LotteryNamed {
  return { mint, authority: taxAuthority.address, beacon };
}
