import type { Health } from '../../src/contract/health.ts';
import { composeHealth, withWarnings } from '../answers/health/composeHealth.ts';
import { composeMetrics, metricsText } from '../answers/health/composeMetrics.ts';
import type { Env } from '../env.ts';
import { alertsObject, roundsObject, taxObject, withObjectLimit } from '../objects/stubs.ts';
import { ofIsolate } from '../ofIsolate.ts';
import { warningsOf } from '../settings/findWarnings.ts';
import { settingsOf } from '../settings/parseSettings.ts';
import type { Settings } from '../settings/Settings.ts';
import { createThrottle, isOld } from './createThrottle.ts';
import { readSharedState } from './publicStateReader.ts';

/** `readAt`: unix milliseconds. */
const memoryOf = ofIsolate(() => ({
  throttle: createThrottle(),
  known: null as { readonly health: Health; readonly readAt: number } | null,
}));

/**
 * The state of every part. At most once a second, one request of an isolate asks the objects. The other requests get
 * the known state; if that is old, they wait for the new one. An object that does not answer counts as down. Never
 * throws.
 */
export async function readHealth(env: Env): Promise<Health> {
  const parsed = settingsOf(env);
  if (!parsed.ok) {
    return composeHealth({ problems: parsed.problems, rounds: null, tax: null, alerts: null, now: Date.now() });
  }
  const memory = memoryOf(env);
  const end = memory.throttle.begin(Date.now());
  if (end === null) await memory.throttle.untilKnown(() => memory.known);
  if (end === null && memory.known !== null && !isOld(memory.known)) return memory.known.health;
  try {
    const health = composeHealth({ problems: [], ...(await readPulses(env)), now: Date.now() });
    memory.known = {
      health: withWarnings(health, warningsOf(parsed, Date.now() / 1000)),
      readAt: Date.now(),
    };
    return memory.known.health;
  } finally {
    end?.();
  }
}

async function readPulses(env: Env) {
  const [rounds, tax, alerts] = await Promise.all([
    orSilent(() => roundsObject(env).readPulse()),
    orSilent(() => taxObject(env).readPulse()),
    orSilent(() => alertsObject(env).readPulse()),
  ]);
  return { rounds, tax, alerts };
}

async function orSilent<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await withObjectLimit(ask());
  } catch {
    return null;
  }
}

/** The present figures as Prometheus' text. Asks each object once, but no node and no database. */
export async function readMetrics(env: Env, { clock }: Pick<Settings, 'clock'>): Promise<string> {
  const now = Date.now();
  const [pulses, state] = await Promise.all([readPulses(env), readSharedState({ env, clock, now })]);
  const health = withWarnings(composeHealth({ problems: [], ...pulses, now }), warningsOf(settingsOf(env), now / 1000));
  return metricsText(composeMetrics({ health, alerts: pulses.alerts, state, clock, now }));
}
