import type { Health } from '../../src/contract/health.ts';
import { composeHealth } from '../answers/health/composeHealth.ts';
import { withWarnings } from '../answers/health/withWarnings.ts';
import type { Env } from '../env.ts';
import { alertsObject, roundsObject, taxObject, withObjectLimit } from '../objects/stubs.ts';
import { warningsOf } from '../settings/findWarnings.ts';
import { settingsOf } from '../settings/parseSettings.ts';
import { createThrottle } from './createThrottle.ts';

/** Monitors ask every minute, and strangers as often as they like. */
const CALL_MS = 1_000;

const throttle = createThrottle({ leastMs: CALL_MS, holdMs: 8_000 });
let shared: Health | null = null;

/**
 * The state of every part, at most a second old: each isolate asks each object at most once a second. An object that
 * does not answer, or is of another version, counts as down. Never throws.
 */
export async function readHealth(env: Env): Promise<Health> {
  const parsed = settingsOf(env);
  if (!parsed.ok) {
    return composeHealth({ problems: parsed.problems, rounds: null, tax: null, alerts: null, now: Date.now() });
  }
  const end = throttle.begin(Date.now());
  if (end === null && shared !== null) return shared;
  try {
    const health = composeHealth({ problems: [], ...(await readPulses(env)), now: Date.now() });
    shared = withWarnings(health, warningsOf(parsed, Date.now() / 1000));
    return shared;
  } finally {
    end?.();
  }
}

/** The state that each object reports; null for one that does not answer. */
export async function readPulses(env: Env) {
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
