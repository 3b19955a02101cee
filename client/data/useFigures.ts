import { useMemo } from 'react';
import type { Stats } from '../../src/contract/stats.ts';
import { useNow } from '../clock/useNow.ts';

/** How long the last figures may stand in for failing ones. */
const KEEP_MS = 60_000;

/** What the page may show of the stats. `lost` shows what stands in for them: zeros, round 1, no winners, no timer. */
export type Figures =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly stats: Stats }
  | { readonly kind: 'lost' };

interface Poll {
  readonly stats: Stats | undefined;
  readonly failing: boolean;
  /** Server time in ms. */
  readonly now: number;
}

export function figuresOf({ stats, failing, now }: Poll): Figures {
  if (!stats) return { kind: failing ? 'lost' : 'loading' };
  if (failing && now - Date.parse(stats.serverTime) > KEEP_MS) return { kind: 'lost' };
  return { kind: 'known', stats };
}

/** What may be shown of the last stats; the same object until that changes. */
export function useFigures(poll: { readonly stats: Stats | undefined; readonly failing: boolean }): Figures {
  const { stats, failing } = poll;
  const { kind } = figuresOf({ stats, failing, now: useNow() });
  return useMemo(() => (kind === 'known' ? figuresKnown(stats) : { kind }), [kind, stats]);
}

function figuresKnown(stats: Stats | undefined): Figures {
  return stats ? { kind: 'known', stats } : { kind: 'loading' };
}
