import { alertKind } from '../../../src/alerts/alertKinds.ts';
import type { Operations } from '../../../src/contract/operations.ts';

export type Alerts = Operations['alerts'];

/** An alert of a moment that is older than this is in the list of the Operations tab alone. */
const NEW_MS = 24 * 3_600_000;

/** Alerts that last, and those of a moment in the day before the reading, newest first. */
export function newAlerts({ alerts, serverTime }: Pick<Operations, 'alerts' | 'serverTime'>): Alerts {
  const since = Date.parse(serverTime) - NEW_MS;
  return alerts.filter(
    ({ key, raisedAt, endedAt }) => endedAt === null && (alertKind(key).ends || Date.parse(raisedAt) >= since),
  );
}
