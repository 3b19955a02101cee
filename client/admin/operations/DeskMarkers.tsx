import { type ReactNode, useEffect, useRef } from 'react';
import type { Operations, Part } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';
import { useOperations, usePublicSettings } from '../console/ConsoleContext.ts';
import { type Alerts, newAlerts } from './newAlerts.ts';
import { BRAKES } from './useBrake.ts';

/** How often the answer about operations is read while the open tab does not read it itself. */
const POLL_MS = 300_000;
/** If the answer about operations is older than this when another tab is opened, it is read again. */
const OLD_MS = 60_000;

interface DeskMarkersProps {
  readonly tab: string;
  readonly hasAlerts: boolean;
  readonly onLook: () => void;
}

/**
 * Says on every tab when nothing is paid (`PAYOUTS=shadow`), and what is paused. Says which alert is the newest, unless
 * the tab shows the alerts itself (`hasAlerts`).
 */
export function DeskMarkers({ tab, hasAlerts, onLook }: DeskMarkersProps) {
  const { data, dataUpdatedAt, refetch } = useOperations(POLL_MS);
  const looked = useRef(tab);
  useEffect(() => {
    if (looked.current === tab) return;
    looked.current = tab;
    if (Date.now() - dataUpdatedAt > OLD_MS) void refetch();
  }, [tab, dataUpdatedAt, refetch]);
  const isShadow = usePublicSettings()?.payouts === 'shadow';
  return (
    <>
      {isShadow && <ShadowMarker />}
      {data && <PausedMarker part="rounds" pause={data.pause} onLook={onLook} />}
      {data && <PausedMarker part="tax" pause={data.taxPause} onLook={onLook} />}
      {data && !hasAlerts && <AlertMarker alerts={newAlerts(data)} onLook={onLook} />}
    </>
  );
}

function ShadowMarker() {
  return (
    <Marker tone="amber" label="Nothing is paid" badge="SHADOW">
      Nothing is paid: PAYOUTS=shadow. Each round is a rehearsal: nodes simulate its transactions, and nothing goes on
      chain.
    </Marker>
  );
}

interface PausedMarkerProps extends Pick<Operations, 'pause'>, Pick<DeskMarkersProps, 'onLook'> {
  readonly part: Part;
}

function PausedMarker({ part, pause, onLook }: PausedMarkerProps) {
  if (pause === null) return null;
  const { title } = BRAKES[part];
  return (
    <Marker tone="amber" label={`${title} are paused`} badge="PAUSED" look="Show operations" onLook={onLook}>
      {title} have been paused since {utcText(Date.parse(pause.since))} by <bdi>{pause.by}</bdi>:{' '}
      <bdi>{pause.reason}</bdi>
    </Marker>
  );
}

function AlertMarker({ alerts, onLook }: { readonly alerts: Alerts } & Pick<DeskMarkersProps, 'onLook'>) {
  const [newest, ...more] = alerts;
  if (newest === undefined) return null;
  return (
    <Marker
      tone="ruby"
      label="New alerts"
      badge={more.length === 0 ? 'ALERT' : `${alerts.length} ALERTS`}
      look="Show alerts"
      onLook={onLook}
    >
      {newest.message} <time dateTime={newest.raisedAt}>{utcText(Date.parse(newest.raisedAt))}</time>
      {more.length > 0 && ` and ${more.length} more that still last or began in the last 24 hours`}
    </Marker>
  );
}

interface MarkerProps {
  readonly tone: 'amber' | 'ruby';
  readonly label: string;
  readonly badge: string;
  readonly look?: string;
  readonly onLook?: () => void;
  readonly children: ReactNode;
}

function Marker({ tone, label, badge, look, onLook, children }: MarkerProps) {
  return (
    <section className={`marker ${tone}`} aria-label={label}>
      <span className={`badge ${tone}`}>{badge}</span>
      <p>{children}</p>
      {look !== undefined && (
        <button type="button" className="btn sm" onClick={onLook}>
          {look}
        </button>
      )}
    </section>
  );
}
