import type { CurrentRound, LastRound, Stats } from '../../src/contract/stats.ts';
import type { TriggerResult } from '../../src/contract/trigger.ts';
import type { Winner } from '../../src/contract/winner.ts';
import { PLACES } from '../../src/protocol/terms/places.ts';
import { MOST_WINNERS } from '../../src/protocol/versions.ts';
import type { PrizePool } from '../data/useJackpot.ts';
import { solToLamports } from '../format/moneyText.ts';

/** A new end time of the page's round is taken over only when at most this much of the countdown is left, ms. */
const RESYNC_BELOW_MS = 5000;
/** How long the page waits at most for a slow draw before it shows the running round, ms. */
const DRAW_PATIENCE_MS = 60_000;

/** The round whose countdown the page shows, the round in view. Times in ms of server time. */
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
  readonly winners: readonly WonPlace[];
}

/** `outcome` is the result of the round in view; null until it is known. `shown`: its reveal is over. */
export interface RoundView {
  readonly round: RoundInView | null;
  /** The prizes of the round in view; null while they are not known. Never those of another round. */
  readonly pool: PrizePool | null;
  readonly outcome: Outcome | null;
  readonly shown: boolean;
}

export const NO_ROUND: RoundView = { round: null, pool: null, outcome: null, shown: false };

/** `unknown`: no stats have been read, so no countdown is shown. */
export type Stage = 'unknown' | CurrentRound['phase'] | LastRound['phase'];

/** The view after stats were read. Until the last seconds of a countdown, the round and its times stay as they are. */
export function withStats(view: RoundView, stats: Stats, now: number): RoundView {
  const { currentRound, lastRound } = stats;
  if (!view.round) return inView(firstRound(stats, now), stats);
  const { roundNumber, endsAt } = view.round;
  if (currentRound.roundNumber < roundNumber) return view;
  if (currentRound.roundNumber === roundNumber) return withPool(resynced(view, currentRound, now), stats);
  // The server is in a later round while our countdown still runs. Our clock is slow then, and the countdown goes on.
  if (endsAt - now > RESYNC_BELOW_MS) return view;
  const isTooLate = now - endsAt > patience(view.round);
  if (isTooLate || lastRound?.roundNumber !== roundNumber) return inView(firstRound(stats, now), stats);
  if (lastRound.phase === 'drawing') return view;
  if (view.shown) return inView(roundOf(currentRound), stats);
  if (view.outcome) return view;
  return decided(view, { kind: lastRound.phase, reason: lastRound.reason, winners: lastRound.winners });
}

/** The view with the server's newest times of its round, which count only in the last seconds of the countdown. */
function resynced(view: RoundView, current: CurrentRound, now: number): RoundView {
  if (!view.round || view.round.endsAt - now > RESYNC_BELOW_MS) return view;
  return { ...view, round: roundOf(current) };
}

/** The view with the stats' prizes of its round; the same view when their sum is unchanged. */
function withPool(view: RoundView, stats: Stats): RoundView {
  return stats.prizePool.lamports === view.pool?.total ? view : { ...view, pool: poolOf(stats) };
}

function poolOf({ prizePool, prizes }: Stats): PrizePool {
  return { total: prizePool.lamports, prizes };
}

/** The view after an answer to the page's own trigger. That answer may name the winners earlier than the stats do. */
export function withTrigger(view: RoundView, result: TriggerResult): RoundView {
  if (!result.success || result.data.roundNumber !== view.round?.roundNumber || view.outcome) return view;
  const winners = PLACES.flatMap((place, index) => {
    const winner = result.data.winners[index];
    return winner ? [{ place, address: winner.address, prizeLamports: solToLamports(winner.prize) }] : [];
  });
  return decided(view, { kind: 'complete', reason: null, winners });
}

/**
 * The stage of the round in view. The clock decides when an open round becomes locked, because `phase`, from the
 * server, may be up to one poll old.
 */
export function stageOf(view: RoundView, phase: CurrentRound['phase'], now: number): Stage {
  if (!view.round) return 'unknown';
  if (view.outcome) return view.outcome.kind;
  if (now >= view.round.endsAt) return 'drawing';
  return phase === 'open' && now >= view.round.locksAt ? 'locked' : phase;
}

/** The round that a page shows first: the last one if it is being drawn and ended not long ago, or the running one. */
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
 * A view that begins with `round`. The stats have only the running round's prizes, so `pool` is null for other rounds.
 */
function inView(round: RoundInView, stats: Stats): RoundView {
  const isRunning = round.roundNumber === stats.currentRound.roundNumber;
  return { round, pool: isRunning ? poolOf(stats) : null, outcome: null, shown: false };
}

/** The view with its round's result. If the view has no prizes yet, and the result has all winners, it gets theirs. */
function decided(view: RoundView, outcome: Outcome): RoundView {
  const { winners } = outcome;
  const isWhole = view.pool === null && winners.length === MOST_WINNERS;
  if (!isWhole) return { ...view, outcome };
  const total = winners.reduce((sum, won) => sum + BigInt(won.prizeLamports), 0n);
  const prizes = winners.map(({ place, prizeLamports }) => ({ place, lamports: prizeLamports }));
  return { ...view, pool: { total: String(total), prizes }, outcome };
}

/** Whole seconds from `now` to `endsAt`, rounded up; 0 from the end on. Both times are in ms. */
export function secondsLeft(endsAt: number, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}
