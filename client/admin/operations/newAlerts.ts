import { alertKind } from '../../../src/alerts/alertKinds.ts';
import type { Operations } from '../../../src/contract/operations.ts';

export type Alerts = Operations['alerts'];

/** An older alert about a moment is shown only in the list of the Operations tab. */
const NEW_MS = 24 * 3_600_000;

/** Alerts that last, and alerts about a moment of the last day before the reading, newest first. */
export function newAlerts({ alerts, serverTime }: Pick<Operations, 'alerts' | 'serverTime'>): Alerts {
  const since = Date.parse(serverTime) - NEW_MS;
  return alerts.filter(
    ({ key, raisedAt, endedAt }) => endedAt === null && (alertKind(key).ends || Date.parse(raisedAt) >= since),
  );
}
