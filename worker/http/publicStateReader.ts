import { waitUntil } from 'cloudflare:workers';
import { closedRounds, type RoundClock } from '../../src/round/clock.ts';
import { type PublicState, readPublicState } from '../cache/publicState.ts';
import type { Env } from '../env.ts';
import { roundsObject, withObjectLimit } from '../objects/stubs.ts';
import { createThrottle } from './createThrottle.ts';

/** A settled state is shared by all requests of this isolate for so long. */
const SETTLED_MS = 2_000;
/** An isolate calls the object at most this often, however many visitors there are. */
const CALL_MS = 1_000;
/** While a round is on its way the object is asked to answer when it has news, at the latest after this long. */
const NEWS_MS = 950;
/** Such a call takes a second without news, and a round has a handful of them: behind news the next call may follow. */
const AFTER_NEWS_MS = 100;
/** A state that is older is shown to nobody while a newer one may be had: a visitor waits for that. */
const OLD_MS = 5_000;
const LOOK_MS = 50;
/** Longer than any call may take. */
const HOLD_MS = 8_000;

let shared: { readonly state: PublicState; readonly readAt: number } | null = null;
const throttle = createThrottle({ leastMs: CALL_MS, holdMs: HOLD_MS });

export interface PublicStateRead {
  readonly env: Env;
  readonly clock: RoundClock;
  readonly now: number;
  readonly refresh?: boolean;
}

/**
 * The public state for one request: this isolate's own value, else the Durable Object's memory, else what was last
 * published, else what this isolate last knew. Null only on a machine that never ran. One request of the isolate calls
 * the object for all; the others are shown what is known meanwhile. No database read on any of these ways.
 */
export async function readSharedState(asked: PublicStateRead): Promise<PublicState | null> {
  const { env, clock, now, refresh = false } = asked;
  const known = shared;
  const isMoving = known !== null && !isSettled(known.state, clock, now);
  if (known !== null && !isMoving && now - known.readAt < (refresh ? CALL_MS : SETTLED_MS)) return known.state;
  const end = throttle.begin(now, isMoving && !refresh ? AFTER_NEWS_MS : CALL_MS);
  if (end === null) return awaitKnown(env, now);
  if (isMoving && !refresh && now - known.readAt < OLD_MS) {
    // Shown meanwhile is what the call before this one has just brought.
    waitUntil(ask(asked, known.state.builtAt).finally(end));
    return known.state;
  }
  await ask(asked, null).finally(end);
  return shared?.state ?? (await readPublicState(env.CACHE));
}

/** Calls the object; `newerThan` (unix milliseconds) waits for news. Never throws. */
async function ask({ env, refresh = false }: PublicStateRead, newerThan: number | null): Promise<void> {
  try {
    const object = roundsObject(env);
    const answer = newerThan === null || refresh ? object.publicState(refresh) : object.nextState(newerThan, NEWS_MS);
    shared = { state: await withObjectLimit(answer), readAt: Date.now() };
  } catch (error) {
    console.warn(
      `public state: the rounds' object did not answer: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** What this isolate knows, while another request of it calls the object; waits for that one where nothing is known. */
async function awaitKnown(env: Env, now: number): Promise<PublicState | null> {
  while ((shared === null || now - shared.readAt > OLD_MS) && throttle.isUnderWay(Date.now()))
    await scheduler.wait(LOOK_MS);
  return shared?.state ?? (await readPublicState(env.CACHE));
}

function isSettled(state: PublicState, clock: RoundClock, now: number): boolean {
  const closed = closedRounds(clock, now / 1000);
  const last = state.lastRound;
  return closed === 0 || (last?.round === closed && ['paid', 'rolled-over', 'held'].includes(last.state));
}
