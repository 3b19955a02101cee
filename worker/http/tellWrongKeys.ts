import type { Env } from '../env.ts';
import { alertsObject, withObjectLimit } from '../objects/stubs.ts';
import { raiseAlert } from '../store/journal/alerts.ts';
import { networkOf } from './networkOf.ts';

const DAY_MS = 86_400_000;
/** The last day that this isolate has told of, by environment. */
const toldOn = new WeakMap<object, number>();

/**
 * Somebody tries keys: told once a day, however many there are. `at` is unix milliseconds. Never throws: whoever guesses
 * is refused all the same.
 */
export async function tellWrongKeys(env: Env, client: string, at: number): Promise<void> {
  const day = Math.floor(at / DAY_MS);
  if (toldOn.get(env) === day) return;
  toldOn.set(env, day);
  const alert = {
    key: `wrong-keys:${day}`,
    message: `Many wrong admin keys were sent, the first from the network ${networkOf(client)}. They are slowed, and none has opened anything.`,
    raisedAt: at,
  };
  try {
    if (await raiseAlert(env.DB, alert)) await withObjectLimit(Promise.resolve(alertsObject(env).raise(alert)));
  } catch (error) {
    console.warn(`wrong keys not told: ${error instanceof Error ? error.message : String(error)}`);
  }
}
