import { useMemo } from 'react';
import type { Stats } from '../../src/contract/stats.ts';
import { useNow } from '../clock/useNow.ts';
import { type Figures, figuresOf } from './figures.ts';

/** What may be shown of the last stats; the same object until that changes. */
export function useFigures(poll: { readonly stats: Stats | undefined; readonly failing: boolean }): Figures {
  const { stats, failing } = poll;
  const { kind } = figuresOf({ stats, failing, now: useNow() });
  return useMemo(() => (kind === 'known' ? figuresKnown(stats) : { kind }), [kind, stats]);
}

function figuresKnown(stats: Stats | undefined): Figures {
  return stats ? { kind: 'known', stats } : { kind: 'loading' };
}
