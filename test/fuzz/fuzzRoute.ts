import fc from 'fast-check';
import { seededBytes } from '../world/seededKeys.ts';
import type { Known } from './describedDrafts.ts';
import { type FuzzRequest, requestText, type Send } from './FuzzRequest.ts';
import type { FuzzedRoute } from './fuzzedRoutes.ts';
import { judgeAnswer } from './judgeAnswer.ts';
import { requestsOf } from './requestsOf.ts';

export interface FuzzInput {
  readonly seed: string;
  readonly requests: number;
  /** The place that a failure has printed, to send its request again; null for all requests. */
  readonly at: string | null;
  readonly known: Known;
  readonly send: Send;
}

/** A failure of a route. */
export interface FuzzFailure {
  readonly route: string;
  /** With seed and route it makes the same request again. */
  readonly at: string;
  readonly problem: string;
  readonly request: string;
}

/** The result of the requests to one route. */
export interface RouteResult {
  readonly route: string;
  readonly requests: number;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<number, number>>;
  /** The first failure, made as small as possible; null when there was none. */
  readonly failure: FuzzFailure | null;
}

/** For this long a smaller case of a failure is looked for. */
const SHRINK_MS = 15_000;

/** Sends a route its requests, one after the other. The same seed, route and number make the same requests. */
export async function fuzzRoute(
  route: FuzzedRoute,
  { seed, requests, at, known, send }: FuzzInput,
): Promise<RouteResult> {
  const statuses: Record<number, number> = {};
  let sent = 0;
  let failedAt: number | null = null;
  const problemOf = async (request: FuzzRequest): Promise<string | null> => {
    sent += 1;
    const answer = await send(request).catch((error: Error) => error);
    if (answer instanceof Error) return `gave no answer: ${answer.message}`;
    if (answer === null) return null;
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    return judgeAnswer(route, request, answer);
  };
  const property = fc.asyncProperty(requestsOf(route, known), async (request) => {
    // When making a case smaller takes longer, it stays as it is.
    if (failedAt !== null && performance.now() - failedAt > SHRINK_MS) return;
    const problem = await problemOf(request);
    if (problem === null) return;
    failedAt ??= performance.now();
    throw new Error(problem);
  });
  const details = await fc.check(property, {
    seed: new DataView(Uint8Array.from(seededBytes(seed, `fuzz ${route.name}`)).buffer).getInt32(0),
    numRuns: requests,
    ...(at === null ? {} : { path: at, endOnFailure: true }),
  });
  const request = details.counterexample?.[0];
  const problem = details.errorInstance instanceof Error ? details.errorInstance.message : 'failed without a word';
  const asked = request === undefined ? 'all of them' : requestText(request);
  const failure = details.failed
    ? { route: route.name, at: details.counterexamplePath ?? '', problem, request: asked }
    : null;
  return { route: route.name, requests: sent, statuses, failure };
}
