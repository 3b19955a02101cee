import { waitUntil } from 'cloudflare:workers';
import { errorText } from '../../src/errorText.ts';
import { closedRounds, type RoundClock } from '../../src/round/clock.ts';
import { type PublicState, readPublicState } from '../cache/publicState.ts';
import type { Env } from '../env.ts';
import { roundsObject, withObjectLimit } from '../objects/stubs.ts';
import { ofIsolate } from '../ofIsolate.ts';
import { CALL_MS, createThrottle, OLD_MS } from './createThrottle.ts';

/** All requests of this isolate share a state for this long while no round is on its way: see `isSettled`. */
const SETTLED_MS = 2_000;
/** While a round is on its way, the object answers as soon as it has news, and after this long at the latest. */
const NEWS_MS = 950;
/** While a round is on its way, a call may begin this long after the last one began, if that one has ended. */
const AFTER_NEWS_MS = 100;

/** `readAt`: unix milliseconds. */
const memoryOf = ofIsolate(() => ({
  throttle: createThrottle(),
  shared: null as { readonly state: PublicState; readonly readAt: number } | null,
}));

export interface PublicStateRead {
  readonly env: Env;
  readonly clock: RoundClock;
  readonly now: number;
  readonly refresh?: boolean;
}

/**
 * The public state for one request: the one that this isolate keeps, while it is fresh; otherwise the Durable Object's.
 * If the object does not answer: the one that the isolate keeps, however old, or else the last one in KV; null if there
 * is none. One request of the isolate calls the object for all its requests.
 */
export async function readSharedState(asked: PublicStateRead): Promise<PublicState | null> {
  const { env, clock, now, refresh = false } = asked;
  const memory = memoryOf(env);
  const known = memory.shared;
  const isMoving = known !== null && !isSettled(known.state, clock, now);
  if (known !== null && !isMoving && now - known.readAt < (refresh ? CALL_MS : SETTLED_MS)) return known.state;
  const end = memory.throttle.begin(now, isMoving && !refresh ? AFTER_NEWS_MS : CALL_MS);
  if (end === null) {
    await memory.throttle.untilKnown(() => memory.shared);
    return memory.shared?.state ?? (await lastPublished(env));
  }
  if (isMoving && !refresh && now - known.readAt < OLD_MS) {
    // The request does not wait for this call: it gets what the call before has brought.
    waitUntil(ask(asked, known.state.builtAt).finally(end));
    return known.state;
  }
  await ask(asked, null).finally(end);
  return memory.shared?.state ?? (await lastPublished(env));
}

/** Calls the object, and keeps its answer. With `newerThan` (unix ms) the object waits for news. Never throws. */
async function ask({ env, refresh = false }: PublicStateRead, newerThan: number | null): Promise<void> {
  try {
    const object = roundsObject(env);
    const answer = newerThan === null || refresh ? object.publicState(refresh) : object.nextState(newerThan, NEWS_MS);
    memoryOf(env).shared = { state: await withObjectLimit(answer), readAt: Date.now() };
  } catch (error) {
    console.warn(`public state: the rounds' object did not answer: ${errorText(error)}`);
  }
}

/** Whether no round is on its way: the newest round whose time is over is paid, called off or held. */
function isSettled(state: PublicState, clock: RoundClock, now: number): boolean {
  const closed = closedRounds(clock, now / 1000);
  const last = state.lastRound;
  return closed === 0 || (last?.round === closed && ['paid', 'rolled-over', 'held'].includes(last.state));
}

/** The last published state; null also when KV cannot be read: a page without figures is better than none. */
async function lastPublished({ CACHE }: Env): Promise<PublicState | null> {
  try {
    return await readPublicState(CACHE);
  } catch (error) {
    console.warn(`public state: KV did not answer: ${errorText(error)}`);
    return null;
  }
}
