import { closedRounds, type RoundClock } from '../../src/round/clock.ts';
import { type PublicState, readPublicState } from '../cache/publicState.ts';
import type { Env } from '../env.ts';
import { roundsObject, withObjectLimit } from './objects.ts';

/**
 * A settled state is shared by all requests of this isolate for so long; while a round is on its way it changes
 * faster.
 */
const SETTLED_MS = 2_000;
const MOVING_MS = 250;
/** `?refresh=true` reaches the object at most this often per isolate. */
const REFRESH_MS = 1_000;

let shared: { readonly state: PublicState; readonly readAt: number } | null = null;

export interface PublicStateRead {
  readonly env: Env;
  readonly clock: RoundClock;
  readonly now: number;
  readonly refresh?: boolean;
}

/**
 * The public state for one request: this isolate's own value, else the Durable Object's memory, else what was last
 * published, else what this isolate last knew. Null only on a machine that never ran. No database read on any of
 * these ways.
 */
export async function readSharedState({
  env,
  clock,
  now,
  refresh = false,
}: PublicStateRead): Promise<PublicState | null> {
  if (shared !== null && now - shared.readAt < maxAge(shared.state, clock, now, refresh)) return shared.state;
  try {
    const state = await withObjectLimit(roundsObject(env).publicState(refresh));
    shared = { state, readAt: now };
    return state;
  } catch (error) {
    console.warn(
      `public state: the rounds' object did not answer: ${error instanceof Error ? error.message : String(error)}`,
    );
    return shared?.state ?? (await readPublicState(env.CACHE));
  }
}

function maxAge(state: PublicState, clock: RoundClock, now: number, refresh: boolean): number {
  if (refresh) return REFRESH_MS;
  const closed = closedRounds(clock, now / 1000);
  const last = state.lastRound;
  const isSettled = closed === 0 || (last?.round === closed && ['paid', 'rolled-over', 'held'].includes(last.state));
  return isSettled ? SETTLED_MS : MOVING_MS;
}
