import { waitUntil } from 'cloudflare:workers';
import type { TriggerResult } from '../../src/contract/trigger.ts';
import { errorText } from '../../src/errorText.ts';
import { closedRounds, type RoundClock } from '../../src/round/clock.ts';
import { answerTrigger } from '../answers/state/answerTrigger.ts';
import { roundsObject } from '../objects/stubs.ts';
import { ofIsolate } from '../ofIsolate.ts';
import { createThrottle } from './createThrottle.ts';
import { networkOf } from './networkOf.ts';
import type { Visitor } from './publicReader.ts';
import { readSharedState } from './publicStateReader.ts';

const NOT_READY: TriggerResult = {
  success: false,
  code: 'BEACON_PENDING',
  error: 'The lottery is starting and has not read the chain yet. Please try again in a few seconds.',
};
/** Visitors wait at most this long for the winners. */
const WAIT_MS = 5_000;
const LOOK_MS = 100;
/** Each isolate passes the hint to the object at most once a second. */
const throttleOf = ofIsolate(createThrottle);

export interface TriggerAsked extends Visitor {
  readonly clock: RoundClock;
}

/**
 * A visitor's hint that the countdown has ended. The answer waits until the winners are known, but only for about 5 s.
 * A network that asks too often is told at once what is known now. Never throws.
 */
export async function readTrigger({ env, client, clock }: TriggerAsked): Promise<TriggerResult> {
  const deadline = Date.now() + WAIT_MS;
  for (let isFirst = true; ; isFirst = false) {
    const state = await readSharedState({ env, clock, now: Date.now() });
    const answer = state === null ? NOT_READY : answerTrigger(state, closedRounds(clock, Date.now() / 1000));
    const isPending = !answer.success && answer.code === 'BEACON_PENDING';
    if (!isPending || Date.now() >= deadline) return answer;
    if (isFirst) hint(env);
    if (state === null || (isFirst && !(await mayWait({ env, client })))) return answer;
    await scheduler.wait(LOOK_MS);
  }
}

function hint(env: Visitor['env']): void {
  const end = throttleOf(env).begin(Date.now());
  if (end !== null) waitUntil(roundsObject(env).trigger().catch(unheard).finally(end));
}

/** Without the limit, or when it fails, everybody may wait. */
async function mayWait({ env, client }: Visitor): Promise<boolean> {
  const counted = await env.PUBLIC_TRIGGERS?.limit({ key: networkOf(client ?? 'unknown') }).catch(() => undefined);
  return counted?.success !== false;
}

function unheard(error: unknown): void {
  console.warn(`trigger: the rounds' object did not answer: ${errorText(error)}`);
}
