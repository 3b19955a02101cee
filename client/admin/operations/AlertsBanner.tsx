import type { Operations } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';
import { ExternalLink } from '../../ui/ExternalLink.tsx';

type Alert = Operations['alerts'][number];

/** How many alerts are shown in the banner; the older ones are folded below them. */
const SHOWN = 5;

const TONES = { critical: 'ruby', warning: 'amber', info: 'grey' } as const satisfies Record<Alert['severity'], string>;

/** The lottery's alerts, newest first. */
export function AlertsBanner({ alerts }: Pick<Operations, 'alerts'>) {
  const rest = alerts.slice(SHOWN);
  const isRaised = alerts.some(({ endedAt }) => endedAt === null);
  return (
    <section className={`panel group alerts${isRaised ? ' raised' : ''}`} aria-labelledby="alerts-title">
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
      {alerts.map((alert) => (
        <Row key={alert.key} alert={alert} />
      ))}
    </ul>
  );
}

function Row({ alert }: { readonly alert: Alert }) {
  const { message, severity, runbook, raisedAt, deliveredAt, endedAt } = alert;
  return (
    <li>
      <span className={`badge ${endedAt === null ? TONES[severity] : 'mint'}`}>
        {endedAt === null ? severity.toUpperCase() : 'OVER'}
      </span>
      {deliveredAt === null && <span className="badge amber">NOT DELIVERED</span>}
      <time dateTime={raisedAt}>{utcText(Date.parse(raisedAt))}</time>
      {endedAt !== null && <time dateTime={endedAt}>over since {utcText(Date.parse(endedAt))}</time>}
      <Runbook runbook={runbook} of={message} />
      <span className="wide">{message}</span>
    </li>
  );
}

/**
 * A link to the runbook's section about an alert. If the settings have no web address of the runbook: the section's
 * path in the repository, as text.
 */
function Runbook({ runbook, of }: Pick<Alert, 'runbook'> & { readonly of: string }) {
  if (runbook === '') return null;
  if (!/^https?:\/\//.test(runbook)) return <span className="mono dim">{runbook}</span>;
  return (
    <ExternalLink className="runbook" href={runbook} hint={`about: ${of}`}>
      What to do
    </ExternalLink>
  );
}
