import type { Env } from '../env.ts';
import type { Pulse } from '../services/composeHealth.ts';
import { createTurns } from './createTurns.ts';
import { roundsObject, withObjectLimit } from './objects.ts';

/** Monitors ask every minute, and strangers as often as they like. */
const CALL_MS = 1_000;

const turns = createTurns({ leastMs: CALL_MS, holdMs: 8_000 });
let shared: Pulse | null = null;

/** How the rounds' object is, a second old at most; null when it does not answer. One call an isolate and second. */
export async function readSharedPulse(env: Env): Promise<Pulse | null> {
  const end = turns.begin(Date.now());
  if (end === null && shared !== null) return shared;
  try {
    // Where nothing is known nobody may be told that all is lost: health is asked for then, by everybody.
    shared = await withObjectLimit(roundsObject(env).readPulse());
  } catch {
    shared = null;
  } finally {
    end?.();
  }
  return shared;
}
