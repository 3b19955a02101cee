import { errorText } from '../../src/errorText.ts';
import type { Env } from '../env.ts';
import type { Alert } from '../store/journal/alerts.ts';
import { alertsObject } from './stubs.ts';

/**
 * Hands alerts to the object that tells people. Nothing waits for that: if an alert is lost on the way, the object
 * finds it in the database.
 */
export function createSendAlert(env: Env, later: (work: Promise<unknown>) => void): (alert: Alert) => void {
  return (alert) => {
    const sent = alertsObject(env)
      .raise(alert)
      .catch((error: unknown) => {
        console.warn(`alert not handed on: ${errorText(error)}`);
      });
    later(Promise.resolve(sent));
  };
}
