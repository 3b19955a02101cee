import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ChangeRecord } from '../../../src/contract/distribution.ts';
import { diffWallets } from '../../../src/distribution/diffWallets.ts';
import { utcText } from '../../format/timeText.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { ErrorBox } from '../ui/ErrorBox.tsx';
import { Pager, useCursors } from '../ui/Pager.tsx';
import { ChangeList } from './ChangeList.tsx';

const PAGE = 25;
const TONES = { CREATE: 'mint', UPDATE: 'amber', DELETE: 'ruby', ACTIVATE: 'brassy' } as const;

/** Every change of the configuration: what, who and when. */
export function HistoryPanel({ configId, version }: { readonly configId: string; readonly version: number }) {
  const { api } = useConsole();
  const cursors = useCursors(`${configId} ${version}`);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['changes', configId, version, cursors.cursor],
    queryFn: ({ signal }) => api.readChanges({ configId, limit: PAGE, cursor: cursors.cursor }, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="panel" aria-busy={isFetching}>
      {isError && <ErrorBox text="Failed to load change history" onRetry={() => void refetch()} />}
      {!data && !isError && <p className="blank">Loading change history...</p>}
      {data?.data.length === 0 && !isError && (
        <div className="blank">
          <h3>No Changes Found</h3>
          <p>Every save and activation will be listed here.</p>
        </div>
      )}
      {data && data.data.length > 0 && (
        <ol className="records">
          {data.data.map((record) => (
            <Record key={record.id} record={record} />
          ))}
        </ol>
      )}
      <Pager cursors={cursors} next={data?.nextCursor ?? null} isBusy={isFetching} />
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
