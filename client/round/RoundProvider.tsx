import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import type { Stats } from '../../src/contract/stats.ts';
import type { TriggerResult } from '../../src/contract/trigger.ts';
import { PLACES } from '../../src/protocol/terms/places.ts';
import { REVEAL_MS } from '../clock/revealTimeline.ts';
import { useClock, useNow } from '../clock/ServerClock.ts';
import { UntoldContext } from '../clock/UntoldContext.ts';
import { KEYS } from '../data/keys.ts';
import { useConfig } from '../data/useConfig.ts';
import { useFigures } from '../data/useFigures.ts';
import type { PrizePool } from '../data/useJackpot.ts';
import { useJackpot } from '../data/useJackpot.ts';
import { useSolPrice } from '../data/useSolPrice.ts';
import { useStats } from '../data/useStats.ts';
import { RevealContext, RoundContext } from './RoundContext.ts';
import { NO_ROUND, type RoundView, type Stage, stageOf, withStats, withTrigger } from './RoundView.ts';
import { useReveal } from './useReveal.ts';
import { useTriggerAtZero } from './useTriggerAtZero.ts';

type Event =
  | { readonly kind: 'stats'; readonly stats: Stats; readonly now: number }
  | { readonly kind: 'triggered'; readonly result: TriggerResult }
  | { readonly kind: 'shown' };

/** The prizes of the round in view while there are no stats that may be shown. */
const NOTHING: PrizePool = { total: '0', prizes: PLACES.map((place) => ({ place, lamports: '0' })) };

/** Gives its children the round in view: from its countdown through the draw to the reveal, and then the next round. */
export function RoundProvider({ children }: { readonly children: ReactNode }) {
  const clock = useClock();
  const queries = useQueryClient();
  const now = useNow();
  const [spread] = useState(() => Math.random());
  const [view, dispatch] = useReducer(follow, NO_ROUND, (empty) => {
    const stats = queries.getQueryData<Stats>(KEYS.stats);
    return stats ? withStats(empty, stats, clock.renderedAt) : empty;
  });

  const known = queries.getQueryData<Stats>(KEYS.stats);
  const phase = known?.currentRound.roundNumber === view.round?.roundNumber ? known?.currentRound.phase : undefined;
  const stage = stageOf(view, phase ?? 'open', now);
  const near = view.round !== null && now >= view.round.locksAt;
  const passed = view.round ? now - view.round.endsAt : Number.NEGATIVE_INFINITY;
  const { data: stats, error } = useStats(pollInterval({ stage, passed, near, spread }));

  useEffect(() => {
    if (stats) dispatch({ kind: 'stats', stats, now: clock.now() });
  }, [stats, clock]);

  useTriggerAtZero(
    view.round,
    now,
    useCallback((result) => dispatch({ kind: 'triggered', result }), []),
  );

  // When the reveal is over, everything is read again.
  const { outcome } = view;
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => {
      dispatch({ kind: 'shown' });
      const latest = queries.getQueryData<Stats>(KEYS.stats);
      if (latest) dispatch({ kind: 'stats', stats: latest, now: clock.now() });
      void queries.invalidateQueries();
    }, REVEAL_MS);
    return () => clearTimeout(timer);
  }, [outcome, queries, clock]);

  const figures = useFigures({ stats, error });
  const failing = error !== null && !(figures.kind === 'known' && figures.silent);
  const config = useConfig();
  // From the draw to the end of the reveal, the page shows the prizes of the round that is drawn.
  const own = figures.kind === 'known' ? view.pool : NOTHING;
  const read = useJackpot({ failing, config });
  const pool = outcome || stage === 'drawing' ? own : (read ?? own);
  const price = useSolPrice({ stats, lost: figures.kind !== 'known' });
  const reveal = useReveal(outcome);
  // The stage is called complete only when the first name is printed.
  const told = stage === 'complete' && reveal.printed === 0 ? 'drawing' : stage;
  const value = useMemo(() => {
    const { round, outcome } = view;
    const common = { figures, jackpot: { lamports: pool?.total ?? null, prizes: pool?.prizes ?? null, price } };
    return figures.kind === 'known'
      ? { ...common, round, stage: told, outcome }
      : { ...common, round: null, stage: 'unknown' as const, outcome: null };
  }, [view, told, figures, pool, price]);

  const inView = view.round?.roundNumber ?? Number.POSITIVE_INFINITY;
  return (
    <RoundContext value={value}>
      <RevealContext value={reveal}>
        <UntoldContext value={outcome !== null && reveal.crowned ? inView + 1 : inView}>{children}</UntoldContext>
      </RevealContext>
    </RoundContext>
  );
}

function follow(view: RoundView, event: Event): RoundView {
  switch (event.kind) {
    case 'stats':
      return withStats(view, event.stats, event.now);
    case 'triggered':
      return withTrigger(view, event.result);
    case 'shown':
      return { ...view, shown: true };
  }
}

const POLL_MS = 15_000;
const NEAR_DRAW_MS = 5000;
/** How long the page's own trigger waits for the winners. It brings them as soon as they are known. */
const TRIGGER_MS = 6000;
/** The time between requests while the trigger waits. */
const TRIGGERED_MS = 1500;
/** The time between requests after the trigger's wait, so that the winners are shown within a second. */
const DRAWING_MS = 500;
/** After this time since the end of the round, the page asks less often. */
const USUAL_DRAW_MS = 15_000;
const LONG_DRAW_MS = 2000;
/** The time between requests during the reveal, so that the next round's figures are known when it ends. */
const REVEALING_MS = 1500;

interface Moment {
  readonly stage: Stage;
  readonly passed: number;
  /** Whether the entries are due to be locked. */
  readonly near: boolean;
  /** A random number from 0 to 1, one for each visit. It spreads the requests of all visitors around the draw. */
  readonly spread: number;
}

function pollInterval({ stage, passed, near, spread }: Moment): number {
  const stretch = 0.75 + spread / 2;
  if (stage === 'drawing') return drawingInterval(passed) * stretch;
  if (passed >= 0) return REVEALING_MS * stretch;
  return near ? NEAR_DRAW_MS * stretch : POLL_MS;
}

function drawingInterval(passed: number): number {
  if (passed < TRIGGER_MS) return TRIGGERED_MS;
  return passed < USUAL_DRAW_MS ? DRAWING_MS : LONG_DRAW_MS;
}
