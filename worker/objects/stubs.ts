import type { Env } from '../env.ts';
import { settingsOf } from '../settings/parseSettings.ts';

/**
 * How many Durable Objects ("shards") store the browsers that want messages. With another number, most stored browsers
 * would be looked for in the wrong shard.
 */
export const PUSH_SHARDS = 16;

/** The shard of an endpoint, by FNV-1a: all shards get about the same number. */
export function pushShardOf(endpoint: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(endpoint)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % PUSH_SHARDS;
}

export const pushShardName = (shard: number) => `push-${shard}`;

/** Of each other class of Durable Objects there is one object, with this name. */
const OBJECT_NAMES = { rounds: 'rounds', tax: 'tax', alerts: 'alerts' } as const;

/**
 * The region in which an object is made and stays. Without this hint, statements to the database may cross an ocean.
 */
function locationOf(env: object): { locationHint?: DurableObjectLocationHint } {
  const parsed = settingsOf(env);
  const location = parsed.ok ? parsed.settings.objectLocation : null;
  return location === null ? {} : { locationHint: location };
}

/** The one Durable Object that moves the rounds. */
export function roundsObject(env: Env) {
  return env.ROUNDS.getByName(OBJECT_NAMES.rounds, locationOf(env));
}

/** The one Durable Object that moves the tax. */
export function taxObject(env: Env) {
  return env.TAX.getByName(OBJECT_NAMES.tax, locationOf(env));
}

/** The one Durable Object that sends alerts to operators. */
export function alertsObject(env: Env) {
  return env.ALERTS.getByName(OBJECT_NAMES.alerts, locationOf(env));
}

/** The shard that stores the browser with this endpoint. */
export function pushObject(env: Env, endpoint: string) {
  return env.PUSH.getByName(pushShardName(pushShardOf(endpoint)), locationOf(env));
}

/** All shards. */
export function pushObjects(env: Env) {
  return Array.from({ length: PUSH_SHARDS }, (_, shard) => env.PUSH.getByName(pushShardName(shard), locationOf(env)));
}

const TIMEOUT_MS = 6_000;

/** An object's answer, or an error when it takes too long, for example while the platform moves the object. */
export function withObjectLimit<T>(answer: Promise<T>): Promise<T> {
  return Promise.race([
    answer,
    scheduler.wait(TIMEOUT_MS).then(() => Promise.reject(new Error(`no answer within ${TIMEOUT_MS} ms`))),
  ]);
}
