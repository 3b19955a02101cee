import type { Operations } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';

/** So many stand in the banner; the others are folded below them. */
const SHOWN = 5;

/** What the lottery had to tell its operators, newest first: above everything that is merely under way. */
export function AlertsBanner({ alerts }: Pick<Operations, 'alerts'>) {
  const rest = alerts.slice(SHOWN);
  return (
    <section className={`panel group alerts${alerts.length > 0 ? ' raised' : ''}`} aria-labelledby="alerts-title">
      <h2 id="alerts-title">Alerts</h2>
      {alerts.length === 0 ? <p className="muted">No alerts.</p> : <Rows alerts={alerts.slice(0, SHOWN)} />}
      {rest.length > 0 && (
        <details>
          <summary>{rest.length === 1 ? '1 older alert' : `${rest.length} older alerts`}</summary>
          <Rows alerts={rest} />
        </details>
      )}
    </section>
  );
}

function Rows({ alerts }: Pick<Operations, 'alerts'>) {
  return (
    <ul>
      {alerts.map(({ key, message, raisedAt, deliveredAt }) => (
        <li key={key}>
          <span className={`badge ${deliveredAt === null ? 'amber' : 'grey'}`}>
            {deliveredAt === null ? 'NOT DELIVERED' : 'DELIVERED'}
          </span>
          <time dateTime={raisedAt}>{utcText(Date.parse(raisedAt))}</time>
          <span className="wide">{message}</span>
        </li>
      ))}
    </ul>
  );
}
