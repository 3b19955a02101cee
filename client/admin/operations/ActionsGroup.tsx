import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Operations, OperatorAction } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { ErrorBox } from '../ui/ErrorBox.tsx';
import { Pager, useCursors } from '../ui/Pager.tsx';

const PAGE = 25;
/** So many of the newest stand there without being asked for. */
const NEWEST = 8;

/** Who did what, when and why: the newest ones, and all of them when asked. */
export function ActionsGroup({ actions }: Pick<Operations, 'actions'>) {
  const [isAll, setIsAll] = useState(false);
  return (
    <section className="panel group" aria-label="Who did what">
      <h2>Who did what</h2>
      {isAll && <AllActions />}
      {!isAll && actions.length === 0 && <p className="muted">Nobody has done anything yet.</p>}
      {!isAll && actions.length > 0 && <Rows actions={actions.slice(0, NEWEST)} />}
      {actions.length > NEWEST && (
        <button type="button" className="btn sm" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
          {isAll ? 'Show the newest alone' : 'Show all'}
        </button>
      )}
    </section>
  );
}

function AllActions() {
  const { api } = useConsole();
  const cursors = useCursors('actions');
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['operations', 'actions', cursors.cursor],
    queryFn: ({ signal }) => api.readActions({ limit: PAGE, cursor: cursors.cursor }, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <div aria-busy={isFetching}>
      {isError && <ErrorBox text="Failed to load what was done" onRetry={() => void refetch()} />}
      {!data && !isError && <p className="muted">Loading…</p>}
      {data && <Rows actions={data.data} />}
      <Pager cursors={cursors} next={data?.nextCursor ?? null} isBusy={isFetching} />
    </div>
  );
}

function Rows({ actions }: { readonly actions: readonly OperatorAction[] }) {
  return (
    <ol>
      {actions.map(({ at, by, action, subject, reason, details }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike to the millisecond
        <li key={`${at} ${index}`}>
          <span className="badge grey">{action.toUpperCase()}</span>
          {subject !== null && <strong>{subject}</strong>}
          <span>
            <bdi>{by}</bdi> <time dateTime={at}>{utcText(Date.parse(at))}</time>
          </span>
          {details !== null && (
            <span className="wide">
              <bdi>{details}</bdi>
            </span>
          )}
          {reason !== null && (
            <span className="wide muted">
              <bdi>{reason}</bdi>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
