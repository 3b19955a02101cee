import type { ChangeRecord } from '../../../src/contract/distribution.ts';
import { diffWallets } from '../../../src/distribution/diffWallets.ts';
import { utcText } from '../../format/timeText.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { PagedList, usePages } from '../console/PagedList.tsx';
import { ChangeList } from './ChangeList.tsx';

const PAGE = 25;
const TONES = { CREATE: 'mint', UPDATE: 'amber', DELETE: 'ruby', ACTIVATE: 'brassy' } as const;

/** Every change of the configuration: what, who and when. */
export function HistoryPanel({ configId, version }: { readonly configId: string; readonly version: number }) {
  const { api } = useConsole();
  const pages = usePages(['changes', configId, version], (cursor, signal) =>
    api.readChanges({ configId, limit: PAGE, cursor }, signal),
  );
  return (
    <div className="panel" aria-busy={pages.isBusy}>
      <PagedList
        pages={pages}
        name="change history"
        failure="Failed to load change history"
        empty={
          <div className="blank">
            <h3>No Changes Found</h3>
            <p>Every save and activation will be listed here.</p>
          </div>
        }
      >
        {(records) => (
          <ol className="records">
            {records.map((record) => (
              <Record key={record.id} record={record} />
            ))}
          </ol>
        )}
      </PagedList>
    </div>
  );
}

function Record({ record }: { readonly record: ChangeRecord }) {
  const { changeType, description, changedBy, timestamp, previousValue, newValue } = record;
  return (
    <li>
      <div className="record-head">
        <span className={`badge ${TONES[changeType]}`}>{changeType}</span>
        <strong>
          {previousValue !== null && previousValue.version !== newValue.version && `v${previousValue.version} → `}v
          {newValue.version}
        </strong>
        <span className="who">
          <bdi>{changedBy}</bdi> <time dateTime={timestamp}>{utcText(Date.parse(timestamp))}</time>
        </span>
      </div>
      <p>
        <bdi>{description}</bdi>
      </p>
      <details>
        <summary>Before and after</summary>
        <ChangeList changes={diffWallets(previousValue?.wallets ?? [], newValue.wallets)} />
      </details>
    </li>
  );
}
