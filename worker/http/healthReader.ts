import type { Health } from '../../src/contract/health.ts';
import type { Env } from '../env.ts';
import { composeHealth } from '../services/composeHealth.ts';
import { withWarnings } from '../services/withWarnings.ts';
import { warningsOf } from '../settings/findWarnings.ts';
import { settingsOf } from '../settings/parseSettings.ts';
import { alertsObject, roundsObject, taxObject, withObjectLimit } from './objects.ts';

/** How every part is now. An object that is silent, or of another version, is a part that is down. Never throws. */
export async function readHealth(env: Env): Promise<Health> {
  const parsed = settingsOf(env);
  if (!parsed.ok) {
    return composeHealth({ problems: parsed.problems, rounds: null, tax: null, alerts: null, now: Date.now() });
  }
  const [rounds, tax, alerts] = await Promise.all([
    orSilent(() => roundsObject(env).readPulse()),
    orSilent(() => taxObject(env).readPulse()),
    orSilent(() => alertsObject(env).readPulse()),
  ]);
  const now = Date.now();
  return withWarnings(composeHealth({ problems: [], rounds, tax, alerts, now }), warningsOf(parsed, now / 1000));
}

async function orSilent<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await withObjectLimit(ask());
  } catch {
    return null;
  }
}
