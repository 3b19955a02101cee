import type { Operations } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';
import { useOperations } from '../console/useOperations.ts';

/** On every tab; the Operations tab itself reads more often. */
const POLL_MS = 30_000;
/** An alert older than this is in the list of the Operations tab alone. */
const NEW_MS = 24 * 3_600_000;

interface DeskMarkersProps {
  /** The Operations tab shows the alerts itself. */
  readonly hasAlerts: boolean;
  readonly onLook: () => void;
}

/** What must not be missed on any tab: that the rounds are paused, and the alerts of the last day. */
export function DeskMarkers({ hasAlerts, onLook }: DeskMarkersProps) {
  const { data } = useOperations(POLL_MS);
  if (data === undefined) return null;
  const alerts = hasAlerts ? [] : newAlerts(data);
  return (
    <>
      <PausedMarker pause={data.pause} onLook={onLook} />
      <AlertMarker alerts={alerts} onLook={onLook} />
    </>
  );
}

type Alerts = Operations['alerts'];

/** Alerts raised in the day before the reading, newest first. */
export function newAlerts({ alerts, serverTime }: Pick<Operations, 'alerts' | 'serverTime'>): Alerts {
  const since = Date.parse(serverTime) - NEW_MS;
  return alerts.filter(({ raisedAt }) => Date.parse(raisedAt) >= since);
}

function PausedMarker({ pause, onLook }: Pick<Operations, 'pause'> & Pick<DeskMarkersProps, 'onLook'>) {
  if (pause === null) return null;
  return (
    <section className="marker amber" aria-label="New rounds are paused">
      <span className="badge amber">PAUSED</span>
      <p>
        New rounds have been paused since {utcText(Date.parse(pause.since))} by <bdi>{pause.by}</bdi>:{' '}
        <bdi>{pause.reason}</bdi>
      </p>
      <button type="button" className="btn sm" onClick={onLook}>
        Show operations
      </button>
    </section>
  );
}

function AlertMarker({ alerts, onLook }: { readonly alerts: Alerts } & Pick<DeskMarkersProps, 'onLook'>) {
  const [newest, ...more] = alerts;
  if (newest === undefined) return null;
  return (
    <section className="marker ruby" aria-label="Alerts of the last 24 hours">
      <span className="badge ruby">{alerts.length === 1 ? 'ALERT' : `${alerts.length} ALERTS`}</span>
      <p>
        {newest.message} <time dateTime={newest.raisedAt}>{utcText(Date.parse(newest.raisedAt))}</time>
        {more.length > 0 && ` and ${more.length} more in the last 24 hours`}
      </p>
      <button type="button" className="btn sm" onClick={onLook}>
        Show alerts
      </button>
    </section>
  );
}
