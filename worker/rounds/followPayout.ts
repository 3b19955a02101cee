import type { Pursuit } from '../engine/intention.ts';
import type { Pursue } from '../engine/pursue.ts';

/** Where the payments of a round that were signed before stand now. Nothing is signed, and nothing sent again. */
export function followPayout(pursue: Pursue, round: number): Promise<Pursuit> {
  return pursue({
    key: `payout:${round}`,
    maySign: async () => false,
    mayResend: false,
    sign: () => Promise.reject(new Error('nothing is signed for a held round')),
  });
}
