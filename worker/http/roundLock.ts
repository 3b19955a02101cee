import type { Env } from '../env.ts';

/** The one Durable Object that moves the rounds. */
export function roundLock(env: Env) {
  return env.ROUND_LOCK.getByName('rounds');
}
