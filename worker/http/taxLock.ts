import type { Env } from '../env.ts';

/** The one Durable Object that moves the tax. */
export function taxLock(env: Env) {
  return env.TAX_LOCK.getByName('tax');
}
