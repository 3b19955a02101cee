import { alertKind } from '../../src/alerts/alertKinds.ts';
import { type Alert, raiseAlert } from '../store/journal/alerts.ts';

export interface AlertsInput {
  readonly db: D1Database;
  /** Hands an alert to whoever tells people of it. Does not throw, and nobody waits for it. */
  readonly tell: (alert: Alert) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export type RaiseAlert = (key: string, message: string) => Promise<void>;

/**
 * Tells a person: stored once per key, logged, and handed on. One that the database cannot take is handed on as well,
 * and the fault is thrown: whoever raised it comes again.
 */
export function createRaiseAlert({ db, tell, now }: AlertsInput): RaiseAlert {
  return async (key, message) => {
    const alert = { key, message, raisedAt: now() };
    try {
      if (!(await raiseAlert(db, alert))) {
        // It lasts for as long as it is raised again: whoever tells people has to hear that it was.
        if (alertKind(key).lapses) tell(alert);
        return;
      }
    } catch (error) {
      tell(alert);
      throw error;
    }
    console.error(`ALERT ${key}: ${message}`);
    tell(alert);
  };
}
