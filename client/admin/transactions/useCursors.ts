import { useState } from 'react';

/** Where a reader stands in a list that is read by cursors. */
export interface Cursors {
  /** Of the page that is shown; null for the first. */
  readonly cursor: string | null;
  /** From 1 on. */
  readonly page: number;
  forward(next: string): void;
  back(): void;
}

/** Starts at the first page, and again whenever `list` names another list. */
export function useCursors(list: string): Cursors {
  const [state, setState] = useState<{ list: string; cursors: readonly string[] }>({ list, cursors: [] });
  const cursors = state.list === list ? state.cursors : [];
  return {
    cursor: cursors.at(-1) ?? null,
    page: cursors.length + 1,
    forward: (next) => setState({ list, cursors: [...cursors, next] }),
    back: () => setState({ list, cursors: cursors.slice(0, -1) }),
  };
}
