import { describe, expect, it } from 'vitest';
import { figuresOf } from '../../client/data/useFigures.ts';
import { NO_ROUND, type RoundView, stageOf, withStats, withTrigger } from '../../client/round/RoundView.ts';
import type { LastRound, Stats } from '../../src/contract/stats.ts';
import type { TriggerResult } from '../../src/contract/trigger.ts';

const HOUR = 3_600_000;
/** Round n runs from hour n − 1 to hour n. */
const end = (round: number) => round * HOUR;
const iso = (time: number) => new Date(time).toISOString();

const winner: LastRound['winners'][number] = {
  roundNumber: 7,
  place: 1,
  position: 'first',
  address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  prize: 1,
  prizeLamports: '1000000000',
  timestamp: iso(end(7)),
  transactionSignature: null,
  status: 'drawn',
};

function statsOf(round: number, phase: LastRound['phase'], shift = 0): Stats {
  const time = iso(end(round - 1));
  return {
    totalParticipants: 3,
    participantsUpdatedAt: time,
    totalPrizesDistributed: 0,
    totalPrizesDistributedLamports: '0',
    totalRounds: round - 1,
    totalWinners: 0,
    currentRound: {
      roundNumber: round,
      timeToNext: 0,
      startsAt: time,
      locksAt: iso(end(round) - 60_000),
      endsAt: iso(end(round) + shift),
      phase: 'open',
      seal: null,
      witnesses: null,
    },
    lastRound: {
      roundNumber: round - 1,
      endsAt: time,
      phase,
      reason: phase === 'rolled-over' ? 'reserve' : null,
      winners: phase === 'complete' ? [winner] : [],
      paidAt: null,
      seal: null,
      witnesses: null,
    },
    prizePool: { sol: 0, usd: 0, lamports: '0' },
    prizes: [],
    solPrice: { usd: 152, confidence: 'high', updatedAt: time, stale: false, fallback: false },
    recentWinners: [],
    serverTime: time,
    updatedAt: time,
  };
}

const watching7: RoundView = withStats(NO_ROUND, statsOf(7, 'complete'), end(6) + 60_000);
const triggered = (roundNumber: number): TriggerResult => ({
  success: true,
  data: {
    roundNumber,
    totalDistributed: 1,
    winners: [{ address: winner.address, prize: 0.7 }],
    prizePoolLamports: '0',
  },
});

describe('the countdown', () => {
  it('takes over a new end time only in the last 5 seconds', () => {
    const moved = statsOf(7, 'complete', 9_000);
    expect(withStats(watching7, moved, end(7) - 5_001).round?.endsAt).toBe(end(7));
    expect(withStats(watching7, moved, end(7) - 5_000).round?.endsAt).toBe(end(7) + 9_000);
  });

  it('ignores stats that are older than the round in view', () => {
    expect(withStats(watching7, statsOf(6, 'complete'), end(7))).toBe(watching7);
  });

  it('begins with the last draw when a page is opened in the middle of it', () => {
    const view = withStats(NO_ROUND, statsOf(8, 'drawing'), end(7) + 3_000);
    expect(view.round).toMatchObject({ roundNumber: 7, endsAt: end(7) });
    expect(stageOf(view, 'open', end(7) + 3_000)).toBe('drawing');
  });

  it('begins with the running round when the last draw hangs', () => {
    expect(withStats(NO_ROUND, statsOf(8, 'drawing'), end(7) + 61_000).round?.roundNumber).toBe(8);
  });
});

describe('the lock', () => {
  it('comes at its second, without waiting for the next answer of the server; a paused round stays paused', () => {
    const locksAt = watching7.round?.locksAt ?? Number.NaN;
    expect(stageOf(watching7, 'open', locksAt - 1)).toBe('open');
    expect(stageOf(watching7, 'open', locksAt)).toBe('locked');
    expect(stageOf(watching7, 'paused', locksAt)).toBe('paused');
  });
});

describe('the draw', () => {
  it('is under way from the end until the result is known', () => {
    expect(stageOf(watching7, 'locked', end(7) - 1)).toBe('locked');
    expect(stageOf(watching7, 'locked', end(7))).toBe('drawing');
    const waiting = withStats(watching7, statsOf(8, 'drawing'), end(7) + 2_000);
    expect(stageOf(waiting, 'open', end(7) + 2_000)).toBe('drawing');
  });

  it('is complete with the winners of the stats, and the next round follows only after they have been shown', () => {
    const stats = statsOf(8, 'complete');
    const complete = withStats(watching7, stats, end(7) + 2_000);
    expect(stageOf(complete, 'open', end(7) + 2_000)).toBe('complete');
    expect(complete.outcome?.winners).toEqual([winner]);
    expect(withStats(complete, stats, end(7) + 4_000)).toBe(complete);
    expect(withStats({ ...complete, shown: true }, stats, end(7) + 7_000).round?.roundNumber).toBe(8);
  });

  it('is complete with the winners of the trigger, of this round alone', () => {
    expect(withTrigger(watching7, triggered(6))).toBe(watching7);
    expect(withTrigger(watching7, triggered(7)).outcome).toEqual({
      kind: 'complete',
      reason: null,
      winners: [{ place: 1, address: winner.address, prizeLamports: '700000000' }],
    });
  });

  it('is decided once: a late answer changes nothing, neither from the stats nor from the trigger', () => {
    const complete = withStats(watching7, statsOf(8, 'complete'), end(7) + 2_000);
    expect(withTrigger(complete, triggered(7))).toBe(complete);
    const told = withTrigger(watching7, triggered(7));
    expect(withStats(told, statsOf(8, 'complete'), end(7) + 3_000)).toBe(told);
    expect(withStats(told, statsOf(8, 'drawing'), end(7) + 3_000)).toBe(told);
    expect(withStats(told, statsOf(7, 'complete'), end(7) + 3_000).outcome).toBe(told.outcome);
    expect(withTrigger(withStats(NO_ROUND, statsOf(8, 'complete'), end(7) + 9_000), triggered(7)).outcome).toBe(null);
  });

  it('may end in a roll-over, with its reason', () => {
    const view = withStats(watching7, statsOf(8, 'rolled-over'), end(7) + 2_000);
    expect(view.outcome).toEqual({ kind: 'rolled-over', reason: 'reserve', winners: [] });
  });

  it('is left behind after a minute, and by a visitor who comes back an hour later', () => {
    expect(withStats(watching7, statsOf(8, 'drawing'), end(7) + 61_000).round?.roundNumber).toBe(8);
    expect(withStats(watching7, statsOf(9, 'complete'), end(8) + 5_000).round?.roundNumber).toBe(9);
  });

  it('is the one that is under way for a visitor who comes back in the middle of the next one', () => {
    const view = withStats(watching7, statsOf(9, 'drawing'), end(8) + 2_000);
    expect([view.round?.roundNumber, stageOf(view, 'open', end(8) + 2_000)]).toEqual([8, 'drawing']);
  });
});

describe('the jackpot of the round in view', () => {
  const withPool = (stats: Stats, lamports: string): Stats => ({ ...stats, prizePool: { sol: 0, usd: 0, lamports } });
  const before = withStats(NO_ROUND, withPool(statsOf(7, 'complete'), '100'), end(6) + 60_000);

  it('follows the stats while the round runs', () => {
    expect(before.pool?.total).toBe('100');
    expect(withStats(before, withPool(statsOf(7, 'complete'), '120'), end(6) + 75_000).pool?.total).toBe('120');
  });

  it('stands still during its draw and its reveal, and changes together with number and clock', () => {
    const drawing = withStats(before, withPool(statsOf(8, 'drawing'), '100'), end(7) + 1_000);
    const complete = withStats(drawing, withPool(statsOf(8, 'complete'), '80'), end(7) + 2_000);
    expect([drawing.pool?.total, complete.pool?.total, complete.round?.roundNumber]).toEqual(['100', '100', 7]);
    const next = withStats({ ...complete, shown: true }, withPool(statsOf(8, 'complete'), '80'), end(7) + 7_000);
    expect([next.pool?.total, next.round?.roundNumber, next.round?.endsAt]).toEqual(['80', 8, end(8)]);
  });

  it('waits for stats that know the draw, where the page has learnt the winners before them', () => {
    const told = withTrigger(before, triggered(7));
    const late = withPool(statsOf(8, 'drawing'), '100');
    expect(withStats({ ...told, shown: true }, late, end(7) + 6_000).round?.roundNumber).toBe(7);
    const settled = withStats({ ...told, shown: true }, withPool(statsOf(8, 'complete'), '80'), end(7) + 7_000);
    expect([settled.pool?.total, settled.round?.roundNumber]).toEqual(['80', 8]);
  });

  it('is the server’s while an earlier draw hangs: the server subtracts what that draw owes', () => {
    const next = withStats(before, withPool(statsOf(8, 'drawing'), '80'), end(7) + 61_000);
    expect([next.pool?.total, next.round?.roundNumber]).toEqual(['80', 8]);
    expect(withStats(next, withPool(statsOf(8, 'complete'), '81'), end(7) + 90_000).pool?.total).toBe('81');
  });

  it('is not that of the next round for a visitor who opens the page during a draw: it follows from the winners', () => {
    const opened = withStats(NO_ROUND, withPool(statsOf(8, 'drawing'), '100'), end(7) + 3_000);
    expect([opened.pool, opened.round?.roundNumber]).toEqual([null, 7]);
    const winners = ([1, 2, 3] as const).map((place) => ({ ...winner, place }));
    const stats = statsOf(8, 'complete');
    const complete = withStats(
      opened,
      { ...stats, lastRound: stats.lastRound && { ...stats.lastRound, winners } },
      end(7) + 4_000,
    );
    expect(complete.pool?.total).toBe('3000000000');
  });

  it('is the running round’s for a visitor who comes back three rounds later', () => {
    const awake = withStats(before, withPool(statsOf(10, 'complete'), '90'), end(9) + 5_000);
    expect([awake.pool?.total, awake.round?.roundNumber, awake.outcome]).toEqual(['90', 10, null]);
  });
});

describe('the figures', () => {
  const stats = statsOf(7, 'complete');
  const readAt = Date.parse(stats.serverTime);

  it('outlive a failing poll for 60 seconds', () => {
    expect(figuresOf({ stats, failure: 'failed', now: readAt + 60_000 }).kind).toBe('known');
    expect(figuresOf({ stats, failure: 'failed', now: readAt + 60_001 }).kind).toBe('lost');
    expect(figuresOf({ stats, failure: null, now: readAt + HOUR }).kind).toBe('known');
  });

  it('are lost at once when there never were any', () => {
    expect(figuresOf({ stats: undefined, failure: 'failed', now: 0 }).kind).toBe('lost');
    expect(figuresOf({ stats: undefined, failure: 'silent', now: 0 }).kind).toBe('lost');
    expect(figuresOf({ stats: undefined, failure: null, now: 0 }).kind).toBe('loading');
  });
});
