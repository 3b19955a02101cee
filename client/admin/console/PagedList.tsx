import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorBox } from '../ui/Notices.tsx';
import type { Page } from './answerShapes.ts';

interface Pages<T> {
  readonly items: readonly T[] | null;
  readonly next: string | null;
  readonly cursors: Cursors;
  readonly isFailing: boolean;
  readonly isBusy: boolean;
  readonly retry: () => void;
}

/** A list that the server gives page by page. Another `key` starts again at the first page. */
export function usePages<T>(
  key: readonly unknown[],
  read: (cursor: string | null, signal: AbortSignal) => Promise<Page<T>>,
  pollMs: number | false = false,
): Pages<T> {
  const cursors = useCursors(JSON.stringify(key));
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...key, cursors.cursor],
    queryFn: ({ signal }) => read(cursors.cursor, signal),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
  return {
    ...{ items: data?.data ?? null, next: data?.nextCursor ?? null, cursors },
    ...{ isFailing: isError, isBusy: isFetching, retry: () => void refetch() },
  };
}

interface PagedListProps<T> {
  readonly pages: Pages<T>;
  /** What is listed, as in "Loading rounds...". */
  readonly name: string;
  readonly failure: string;
  readonly empty: ReactNode;
  readonly children: (items: readonly T[]) => ReactNode;
}

/** Shows one page of a list, or says why there is none, and has buttons to the other pages. */
export function PagedList<T>({ pages, name, failure, empty, children }: PagedListProps<T>) {
  const { items, next, cursors, isFailing, isBusy, retry } = pages;
  return (
    <>
      {isFailing && <ErrorBox text={failure} onRetry={retry} />}
      {items === null && !isFailing && <p className="blank">Loading {name}...</p>}
      {items?.length === 0 && !isFailing && empty}
      {items !== null && items.length > 0 && children(items)}
      <Pager cursors={cursors} next={next} isBusy={isBusy} />
    </>
  );
}

interface PagerProps {
  readonly cursors: Cursors;
  /** The next page's cursor; null on the last page. */
  readonly next: string | null;
  readonly isBusy: boolean;
}

function Pager({ cursors, next, isBusy }: PagerProps) {
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

interface Cursors {
  readonly cursor: string | null;
  readonly page: number;
  forward(next: string): void;
  back(): void;
}

/** Which page of the list named `list` is shown. When that name changes, it is the first page again. */
function useCursors(list: string): Cursors {
  const [state, setState] = useState<{ list: string; cursors: readonly string[] }>({ list, cursors: [] });
  const cursors = state.list === list ? state.cursors : [];
  return {
    cursor: cursors.at(-1) ?? null,
    page: cursors.length + 1,
    forward: (next) => setState({ list, cursors: [...cursors, next] }),
    back: () => setState({ list, cursors: cursors.slice(0, -1) }),
  };
}
