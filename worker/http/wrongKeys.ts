import { errorText } from '../../src/errorText.ts';
import {
  countWrongKey,
  WRONG_KEY_BUCKETS,
  WRONG_KEY_WINDOW_MS,
  WRONG_KEYS_ALLOWED,
  type WrongKeyWindow,
} from '../store/journal/wrongKeys.ts';
import { networkOf } from './networkOf.ts';

/**
 * The wrong keys that this isolate knows of, by bucket. One set for each environment; it cannot grow beyond the number
 * of buckets.
 */
const known = new WeakMap<object, Map<number, WrongKeyWindow>>();

/** A client that sent a wrong key at a time (unix milliseconds). */
export interface WrongKey {
  readonly client: string;
  readonly at: number;
}

/**
 * Counts a wrong key and says how many seconds its client has to wait; 0 while it may go on. The isolate's own count
 * comes first: in a flood, each isolate writes at most ten times per client and minute. If the database fails, nobody
 * is slowed and nothing is opened.
 */
export async function slowWrongKey(env: { readonly DB: D1Database }, { client, at }: WrongKey): Promise<number> {
  const windows = known.get(env) ?? new Map<number, WrongKeyWindow>();
  known.set(env, windows);
  const bucket = await bucketOf(client);
  const here = countHere(windows.get(bucket), at);
  windows.set(bucket, here);
  if (here.tries > WRONG_KEYS_ALLOWED) return secondsLeft(here, at);
  const everywhere = await countWrongKey(env.DB, bucket, at).catch(unknown);
  if (everywhere === null || everywhere.tries <= WRONG_KEYS_ALLOWED) return 0;
  windows.set(bucket, everywhere);
  return secondsLeft(everywhere, at);
}

function countHere(before: WrongKeyWindow | undefined, at: number): WrongKeyWindow {
  if (before === undefined || before.beganAt <= at - WRONG_KEY_WINDOW_MS) return { beganAt: at, tries: 1 };
  return { beganAt: before.beganAt, tries: before.tries + 1 };
}

function secondsLeft({ beganAt }: WrongKeyWindow, at: number): number {
  return Math.max(1, Math.ceil((beganAt + WRONG_KEY_WINDOW_MS - at) / 1000));
}

async function bucketOf(client: string): Promise<number> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(networkOf(client)));
  return new DataView(digest).getUint32(0) % WRONG_KEY_BUCKETS;
}

function unknown(error: unknown): null {
  console.warn(`wrong keys are not counted: ${errorText(error)}`);
  return null;
}
