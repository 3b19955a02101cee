import type { Env } from '../env.ts';
import type { Alert } from '../store/journal/alerts.ts';
import { OBJECT_NAMES } from './stubs/objectNames.ts';
import { placeOf } from './stubs/placeOf.ts';

/** Hands alerts to the object that tells people. Nothing waits for it; what it misses it finds in the database. */
export function createTell(env: Pick<Env, 'ALERTS'>, later: (work: Promise<unknown>) => void): (alert: Alert) => void {
  return (alert) => {
    const told = env.ALERTS.getByName(OBJECT_NAMES.alerts, placeOf(env))
      .raise(alert)
      .catch((error: unknown) => {
        console.warn(`alert not handed on: ${error instanceof Error ? error.message : String(error)}`);
      });
    later(Promise.resolve(told));
  };
}
