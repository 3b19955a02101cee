import type { Env } from '../env.ts';
import { settingsOf } from '../settings/parseSettings.ts';

/** The one Durable Object that moves the rounds. */
export function roundsObject(env: Env) {
  return env.ROUNDS.getByName('rounds', placeOf(env));
}

/** The one Durable Object that moves the tax. */
export function taxObject(env: Env) {
  return env.TAX.getByName('tax', placeOf(env));
}

/**
 * Where an object is made when it is first asked for, and stays. Without a hint that is near whoever happens to ask,
 * and then every statement to the database may cross an ocean.
 */
function placeOf(env: Env): { locationHint?: DurableObjectLocationHint } {
  const parsed = settingsOf(env);
  const location = parsed.ok ? parsed.settings.objectLocation : null;
  return location === null ? {} : { locationHint: location };
}

const TIMEOUT_MS = 6_000;

/** An answer of an object, or an error once it has taken too long: a visitor must not wait for an object that moves. */
export function withObjectLimit<T>(answer: Promise<T>): Promise<T> {
  return Promise.race([
    answer,
    scheduler.wait(TIMEOUT_MS).then(() => Promise.reject(new Error(`no answer within ${TIMEOUT_MS} ms`))),
  ]);
}
