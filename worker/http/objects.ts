import type { Env } from '../env.ts';
import { OBJECT_NAMES, PUSH_SHARDS, pushShardName, pushShardOf } from '../objects/stubs/objectNames.ts';
import { placeOf } from '../objects/stubs/placeOf.ts';

/** The one Durable Object that moves the rounds. */
export function roundsObject(env: Env) {
  return env.ROUNDS.getByName(OBJECT_NAMES.rounds, placeOf(env));
}

/** The one Durable Object that moves the tax. */
export function taxObject(env: Env) {
  return env.TAX.getByName(OBJECT_NAMES.tax, placeOf(env));
}

/** The one Durable Object that tells people. */
export function alertsObject(env: Env) {
  return env.ALERTS.getByName(OBJECT_NAMES.alerts, placeOf(env));
}

/** The shard in which a browser is kept. */
export function pushObject(env: Env, endpoint: string) {
  return env.PUSH.getByName(pushShardName(pushShardOf(endpoint)), placeOf(env));
}

/** All of them. */
export function pushObjects(env: Env) {
  return Array.from({ length: PUSH_SHARDS }, (_, shard) => env.PUSH.getByName(pushShardName(shard), placeOf(env)));
}

const TIMEOUT_MS = 6_000;

/** An answer of an object, or an error once it has taken too long: a visitor must not wait for an object that moves. */
export function withObjectLimit<T>(answer: Promise<T>): Promise<T> {
  return Promise.race([
    answer,
    scheduler.wait(TIMEOUT_MS).then(() => Promise.reject(new Error(`no answer within ${TIMEOUT_MS} ms`))),
  ]);
}
