import { alertKind } from '../../src/alerts/alertKinds.ts';
import { type Alert, raiseAlert } from '../store/journal/alerts.ts';

export interface AlertsInput {
  readonly db: D1Database;
  /** Hands an alert to the object that tells people. Does not throw, and nothing waits for it. */
  readonly tell: (alert: Alert) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export type RaiseAlert = (key: string, message: string) => Promise<void>;

/**
 * Makes the function that raises an alert: one that is new, or was over, is stored, logged and handed on. When the
 * database fails, the alert is handed on and the fault is thrown, so that the caller raises it again.
 */
export function createRaiseAlert({ db, tell, now }: AlertsInput): RaiseAlert {
  return async (key, message) => {
    const alert = { key, message, raisedAt: now() };
    try {
      if (!(await raiseAlert(db, alert))) {
        // The alert is known. Alerts of some kinds end unless they are raised again: these are handed on too.
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

/** A person is told of a round that is this late, and of a tax cycle that takes this long. */
const OVERDUE_MS = 15 * 60_000;

interface Due {
  readonly at: number;
  readonly key: string;
  readonly message: string;
}

/** Raises the alert of a round or a tax cycle if it has not ended 15 minutes after `at`. */
export async function tellOverdue(
  { raiseAlert, now }: { readonly raiseAlert: RaiseAlert; readonly now: () => number },
  { at, key, message }: Due,
): Promise<void> {
  if (now() - at > OVERDUE_MS) await raiseAlert(key, message);
}
