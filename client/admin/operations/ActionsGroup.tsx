import { useState } from 'react';
import type { Operations } from '../../../src/contract/operations.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { PagedList, usePages } from '../console/PagedList.tsx';
import { ActionRows } from './ActionRows.tsx';

const PAGE = 25;
/** This many of the newest are shown at first. */
const NEWEST = 8;

/** Who did what, when and why: the newest ones, and all of them when asked. */
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
