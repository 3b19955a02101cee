import { errorText } from '../../src/errorText.ts';
import type { Env } from '../env.ts';
import { alertsObject, withObjectLimit } from '../objects/stubs.ts';
import type { Alert } from '../store/journal/alerts.ts';

/** Hands an alert to the object that tells people. Never throws: the object also looks for stored alerts by itself. */
export async function handAlert(env: Env, alert: Alert): Promise<void> {
  try {
    await withObjectLimit(Promise.resolve(alertsObject(env).raise(alert)));
  } catch (error) {
    console.warn(`alert not handed on: ${errorText(error)}`);
  }
}
