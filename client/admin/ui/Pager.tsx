import { useState } from 'react';

interface PagerProps {
  readonly cursors: Cursors;
  /** The next page's cursor; null on the last page. */
  readonly next: string | null;
  readonly isBusy: boolean;
}

/** Leads from page to page; nothing to see where there is only one. */
export function Pager({ cursors, next, isBusy }: PagerProps) {
  const { page, forward, back } = cursors;
  if (page === 1 && next === null) return null;
  return (
    <nav className="pager" aria-label="Pages">
      <button type="button" className="btn sm" disabled={page === 1} onClick={back}>
        Newer
      </button>
      <span role="status">{isBusy ? 'Loading…' : `Page ${page}`}</span>
      <button
        type="button"
        className="btn sm"
        disabled={next === null || isBusy}
        onClick={() => next !== null && forward(next)}
      >
        Older
      </button>
    </nav>
  );
}

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
