import type { Cursors } from './useCursors.ts';

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
