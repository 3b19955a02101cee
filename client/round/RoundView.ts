import type { CurrentRound, LastRound, Stats } from '../../src/contract/stats.ts';
import type { TriggerResult } from '../../src/contract/trigger.ts';
import type { Winner } from '../../src/contract/winner.ts';
import { PLACES } from '../../src/protocol/terms/places.ts';
import { MOST_WINNERS } from '../../src/protocol/versions.ts';
import type { PrizePool } from '../data/useJackpot.ts';
import { solToLamports } from '../format/moneyText.ts';

/** The page takes over a changed end time of its round only when no more than this is left of the countdown. */
const RESYNC_BELOW_MS = 5000;
/** The longest that the page waits for a slow draw before it shows the running round. */
const DRAW_PATIENCE_MS = 60_000;

/** The round whose countdown the page shows. Times in ms of server time. */
export interface RoundInView {
  readonly roundNumber: number;
  readonly startsAt: number;
  readonly locksAt: number;
  readonly endsAt: number;
}

export type WonPlace = Pick<Winner, 'place' | 'address' | 'prizeLamports'>;

export interface Outcome {
  readonly kind: Exclude<LastRound['phase'], 'drawing'>;
  readonly reason: string | null;
  /** The first place first. */
  readonly winners: readonly WonPlace[];
}

/**
 * `outcome` is null until the round in view has ended and its result is known. `shown` is true once that result has
 * been shown long enough.
 */
export interface RoundView {
  readonly round: RoundInView | null;
  /** What the round in view pays; null when that is not known yet. Never the prizes of another round. */
  readonly pool: PrizePool | null;
  readonly outcome: Outcome | null;
  readonly shown: boolean;
}

export const NO_ROUND: RoundView = { round: null, pool: null, outcome: null, shown: false };

/** `unknown`: no stats have been read yet, so there is no timer. */
export type Stage = 'unknown' | CurrentRound['phase'] | LastRound['phase'];

/** The view after newly read stats. Until its last seconds, the countdown goes on undisturbed. */
export function withStats(view: RoundView, stats: Stats, now: number): RoundView {
  const { currentRound, lastRound } = stats;
  if (!view.round) return inView(firstRound(stats, now), stats);
  const { roundNumber, endsAt } = view.round;
  if (currentRound.roundNumber < roundNumber) return view;
  if (currentRound.roundNumber === roundNumber) return withPool(resynced(view, currentRound, now), stats);
  // The server is already in a later round while our countdown still runs: our clock is behind the server's. The
  // countdown goes on undisturbed.
  if (endsAt - now > RESYNC_BELOW_MS) return view;
  const isTooLate = now - endsAt > patience(view.round);
  if (isTooLate || lastRound?.roundNumber !== roundNumber) return inView(roundOf(currentRound), stats);
  // While this round is being drawn, the page stays with it.
  if (lastRound.phase === 'drawing') return view;
  if (view.shown) return inView(roundOf(currentRound), stats);
  if (view.outcome) return view;
  return decided(view, { kind: lastRound.phase, reason: lastRound.reason, winners: lastRound.winners });
}

/**
 * The view with its round's times as the server gives them now; before the last seconds of the countdown the same view.
 */
function resynced(view: RoundView, current: CurrentRound, now: number): RoundView {
  if (!view.round || view.round.endsAt - now > RESYNC_BELOW_MS) return view;
  return { ...view, round: roundOf(current) };
}

/** The view with the prizes that the stats give for its round; the same view when their sum is unchanged. */
function withPool(view: RoundView, stats: Stats): RoundView {
  return stats.prizePool.lamports === view.pool?.total ? view : { ...view, pool: poolOf(stats) };
}

function poolOf({ prizePool, prizes }: Stats): PrizePool {
  return { total: prizePool.lamports, prizes };
}

/** The view after the answer to the page's own trigger: that answer may name the winners before the next poll does. */
export function withTrigger(view: RoundView, result: TriggerResult): RoundView {
  if (!result.success || result.data.roundNumber !== view.round?.roundNumber || view.outcome) return view;
  const winners = PLACES.flatMap((place, index) => {
    const winner = result.data.winners[index];
    return winner ? [{ place, address: winner.address, prizeLamports: solToLamports(winner.prize) }] : [];
  });
  return decided(view, { kind: 'complete', reason: null, winners });
}

/**
 * The stage of the round in view. `phase` is what the server says of the running round. The clock decides when an open
 * round becomes locked, because the server's answer comes up to one poll later than the lock.
 */
export function stageOf(view: RoundView, phase: CurrentRound['phase'], now: number): Stage {
  if (!view.round) return 'unknown';
  if (view.outcome) return view.outcome.kind;
  if (now >= view.round.endsAt) return 'drawing';
  return phase === 'open' && now >= view.round.locksAt ? 'locked' : phase;
}

/**
 * The round with which a page begins: the last round while it is being drawn, if it ended not too long ago; otherwise
 * the running round.
 */
function firstRound({ currentRound, lastRound }: Stats, now: number): RoundInView {
  const current = roundOf(currentRound);
  if (lastRound?.phase !== 'drawing' || now - Date.parse(lastRound.endsAt) > patience(current)) return current;
  const length = current.endsAt - current.startsAt;
  return {
    roundNumber: lastRound.roundNumber,
    startsAt: current.startsAt - length,
    locksAt: current.locksAt - length,
    endsAt: Date.parse(lastRound.endsAt),
  };
}

function patience({ startsAt, endsAt }: RoundInView): number {
  return Math.min(DRAW_PATIENCE_MS, (endsAt - startsAt) / 2);
}

function roundOf({ roundNumber, startsAt, locksAt, endsAt }: CurrentRound): RoundInView {
  return {
    roundNumber,
    startsAt: Date.parse(startsAt),
    locksAt: Date.parse(locksAt),
    endsAt: Date.parse(endsAt),
  };
}

/**
 * The view when `round` comes into it. `pool` is null for every round but the running one, because the stats give only
 * the prizes of the running round. These never contain what an earlier round owes, not even while that round's draw is
 * late.
 */
function inView(round: RoundInView, stats: Stats): RoundView {
  const isRunning = round.roundNumber === stats.currentRound.roundNumber;
  return { round, pool: isRunning ? poolOf(stats) : null, outcome: null, shown: false };
}

/**
 * The view with the result of its round. If the prizes were not known, because the page was opened during the draw,
 * they are taken from a result with all places.
 */
function decided(view: RoundView, outcome: Outcome): RoundView {
  const { winners } = outcome;
  const isWhole = view.pool === null && winners.length === MOST_WINNERS;
  if (!isWhole) return { ...view, outcome };
  const total = winners.reduce((sum, won) => sum + BigInt(won.prizeLamports), 0n);
  const prizes = winners.map(({ place, prizeLamports }) => ({ place, lamports: prizeLamports }));
  return { ...view, pool: { total: String(total), prizes }, outcome };
}

/** Whole seconds from `now` to `endsAt`, rounded up; exactly 0 from the end on. Both times are in ms. */
export function secondsLeft(endsAt: number, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}
