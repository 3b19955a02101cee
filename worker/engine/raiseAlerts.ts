import { countAlertsSince, markDelivered, raiseAlert, undeliveredAlerts } from '../store/alerts.ts';

const WEBHOOK_TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;

export interface AlertsInput {
  readonly db: D1Database;
  readonly webhookUrl: string | null;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

export type RaiseAlert = (key: string, message: string) => Promise<void>;

/** Tells a person: stored once per key, logged, and posted to the webhook until it was taken. */
export function createAlerts({ db, webhookUrl, fetch, now }: AlertsInput) {
  const raise: RaiseAlert = async (key, message) => {
    if (await raiseAlert(db, { key, message, raisedAt: now() })) console.error(`ALERT ${key}: ${message}`);
  };
  return {
    raise,
    /** How many were raised in the last day: what health shows. */
    countRecent: () => countAlertsSince(db, now() - DAY_MS),
    /** Posts what was not taken yet. Never throws: an unreachable webhook is tried again a minute later. */
    async deliver(): Promise<void> {
      if (webhookUrl === null) return;
      for (const alert of await undeliveredAlerts(db)) {
        const text = `Game of Draws: ${alert.message}`;
        const response = await fetch(webhookUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            text,
            content: text,
            key: alert.key,
            raisedAt: new Date(alert.raisedAt).toISOString(),
          }),
          signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
        }).catch(() => null);
        await response?.body?.cancel();
        // One that is refused must not keep the others back.
        if (!response?.ok) continue;
        await markDelivered(db, alert.key, now());
      }
    },
  };
}
