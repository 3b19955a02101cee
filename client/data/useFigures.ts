import { useMemo } from 'react';
import type { Stats } from '../../src/contract/stats.ts';
import { useNow } from '../clock/ServerClock.ts';
import { type Failure, failureOf } from '../reach.ts';

/** How old the last figures may be while the server answers with failures. */
const KEEP_MS = 60_000;

/**
 * What the page may show of the stats. `lost`: the stats must not be shown; the page shows zeros, round 1, no winners
 * and no timer. `silent`: the server cannot be reached, and the last stats stay, however old.
 */
export type Figures =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly stats: Stats; readonly silent: boolean }
  | { readonly kind: 'lost' };

interface Poll {
  readonly stats: Stats | undefined;
  /** How the last poll failed; null when it did not fail. */
  readonly failure: Failure | null;
  /** Server time in ms. */
  readonly now: number;
}

/** What may be shown after a poll. */
export function figuresOf({ stats, failure, now }: Poll): Figures {
  if (!stats) return { kind: failure === null ? 'loading' : 'lost' };
  if (failure === 'failed' && now - Date.parse(stats.serverTime) > KEEP_MS) return { kind: 'lost' };
  return { kind: 'known', stats, silent: failure === 'silent' };
}

interface StatsPoll {
  readonly stats: Stats | undefined;
  readonly error: Error | null;
}

/** What may be shown of the last stats. Returns the same object until something else may be shown. */
export function useFigures({ stats, error }: StatsPoll): Figures {
  const now = useNow();
  const figures = figuresOf({ stats, failure: error && failureOf(error), now });
  const { kind } = figures;
  const silent = kind === 'known' && figures.silent;
  return useMemo(() => (kind === 'known' && stats ? { kind, stats, silent } : lostOr(kind)), [kind, stats, silent]);
}

function lostOr(kind: Figures['kind']): Figures {
  return { kind: kind === 'lost' ? 'lost' : 'loading' };
}
