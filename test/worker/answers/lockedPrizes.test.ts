import { describe, expect, it } from 'vitest';
import { composeStats } from '../../../worker/answers/state/composeStats.ts';
import type { PublicState } from '../../../worker/cache/publicState.ts';

const CLOCK = { genesisTime: 1_700_000_000, roundSeconds: 3_600, entryLockSeconds: 60 };
const NOW = (CLOCK.genesisTime + 3_590) * 1000;
const SOL_PRICE = { usd: 100, confidence: 'high', updatedAt: null, stale: false, fallback: false } as const;

const shown = (lockedRound: PublicState['lockedRound'], payments: PublicState['payments'] = []) =>
  composeStats(
    {
      state: {
        builtAt: NOW,
        lastRound: null,
        lockedRound,
        payments,
        isRehearsal: false,
        paused: false,
        totalWinners: 0,
        distributedLamports: '0',
        recentWinners: [],
        chain: {
          holders: null,
          holdersFailingSince: null,
          terms: null,
          pool: { wallet: 'the pool', lamports: '50000000000', slot: 1, readAt: NOW },
          mint: null,
        },
      },
      clock: CLOCK,
      now: NOW,
    },
    SOL_PRICE,
  );

describe('the prizes of a locked round', () => {
  it('are those that its own rules have fixed', () => {
    const { currentRound, prizes, prizePool } = shown({
      round: 1,
      prizes: ['2000000000', '1200000000', '800000000'],
      entries: 9,
      seal: null,
      witnesses: null,
    });
    expect(currentRound.phase).toBe('locked');
    expect(prizes.map(({ lamports }) => lamports)).toEqual(['2000000000', '1200000000', '800000000']);
    expect(prizePool.lamports).toBe('4000000000');
  });

  it('are still complete for an edge whose clock is behind that of the object, for which the round has ended', () => {
    const { prizePool } = shown(null, [{ round: 1, lamports: '10000000000', slot: null }]);
    expect(prizePool.lamports).toBe('10000000000');
  });
});
