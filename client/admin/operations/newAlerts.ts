import { alertKind } from '../../../src/alerts/alertKinds.ts';
import type { Operations } from '../../../src/contract/operations.ts';

export type Alerts = Operations['alerts'];

/** How long an alert about an event is new. */
const NEW_MS = 24 * 3_600_000;

/** Alerts about a state that still lasts, and alerts about an event of the last day before `serverTime`. */
export function newAlerts({ alerts, serverTime }: Pick<Operations, 'alerts' | 'serverTime'>): Alerts {
  const since = Date.parse(serverTime) - NEW_MS;
  return alerts.filter(
    ({ key, raisedAt, endedAt }) => endedAt === null && (alertKind(key).ends || Date.parse(raisedAt) >= since),
  );
}
