import type { Operations } from '../../../src/contract/operations.ts';
import { durationText, utcText } from '../../format/timeText.ts';
import { Signature } from '../console/ExplorerLinks.tsx';
import { Group } from './Group.tsx';

/** A transaction is final or lost within a few minutes; after this long somebody should look. */
const STUCK_MS = 10 * 60_000;

/** Signed transactions that are not final yet, oldest first. */
export function JournalGroup({ journal, serverTime }: Pick<Operations, 'journal' | 'serverTime'>) {
  return (
    <Group title="Transactions in flight" empty="Every signed transaction is final." rest="transactions">
      {journal.map(({ key, attempt, state, signature, signedAt }) => {
        const age = Date.parse(serverTime) - Date.parse(signedAt);
        return (
          <li key={`${key} ${attempt}`}>
            <span className={`badge ${age > STUCK_MS ? 'ruby' : 'amber'}`}>{state.toUpperCase()}</span>
            <span className="mono name">
              {key}
              {attempt > 0 && `, attempt ${attempt + 1}`}
            </span>
            <time dateTime={signedAt}>{utcText(Date.parse(signedAt))}</time>
            <span className={age > STUCK_MS ? 'err' : 'muted'}>open for {durationText(age)}</span>
            <Signature signature={signature} of={key} />
          </li>
        );
      })}
    </Group>
  );
}
