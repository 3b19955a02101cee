import { useState } from 'react';
import type { Operations, OperatorAction } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { PagedList, usePages } from '../console/PagedList.tsx';

const PAGE = 25;
/** How many of the newest actions are shown at first. */
const NEWEST = 8;

/** The newest actions of operators, or all of them when asked for: who did what, when and why. */
export function ActionsGroup({ actions }: Pick<Operations, 'actions'>) {
  const [isAll, setIsAll] = useState(false);
  return (
    <section className="panel group" aria-label="Who did what">
      <h2>Who did what</h2>
      {isAll && <AllActions />}
      {!isAll && actions.length === 0 && <p className="muted">Nobody has done anything yet.</p>}
      {!isAll && actions.length > 0 && <ActionRows actions={actions.slice(0, NEWEST)} />}
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
  const pages = usePages(['operations', 'actions'], (cursor, signal) =>
    api.readActions({ limit: PAGE, cursor }, signal),
  );
  return (
    <div aria-busy={pages.isBusy}>
      <PagedList pages={pages} name="what was done" failure="Failed to load what was done" empty={null}>
        {(actions) => <ActionRows actions={actions} />}
      </PagedList>
    </div>
  );
}

/** What operators did: to what, by whom, when and why. */
export function ActionRows({ actions }: { readonly actions: readonly OperatorAction[] }) {
  return (
    <ol>
      {actions.map(({ at, by, action, subject, reason, details }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two actions may be alike, even in their millisecond
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
