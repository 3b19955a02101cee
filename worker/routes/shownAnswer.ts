import type { ApiError } from '../../src/contract/error.ts';
import type { Fairness } from '../../src/contract/fairness.ts';
import type { ShownAnswer } from '../../src/contract/pageData.ts';
import type { RoundDetail, RoundsPage } from '../../src/contract/round.ts';
import type { Status } from '../../src/contract/status.ts';
import type { Terms } from '../../src/contract/terms.ts';
import { PLACE_PATTERN, PLACES, type Place } from '../../src/protocol/terms/places.ts';
import { type RoundsAsked, roundsApiPath, roundsAsked } from '../../src/round/roundsAsked.ts';

/** Asks one of our own public routes by its path and query, without the network. */
export type AskApi = (path: string) => Promise<Response>;

/** What a page shows of its own, and the status that goes with it. */
export interface Shown {
  readonly shown: ShownAnswer | null;
  readonly status: 200 | 400 | 404;
}

const ROUND_PAGE = new RegExp(`^/rounds/([^/]+)(?:/wins/(${PLACE_PATTERN}))?$`);
const NOTHING: Shown = { shown: null, status: 200 };
const NO_ROUND: ApiError = { success: false, error: 'There is no such round.', code: 'NOT_FOUND' };
const NOT_UNDERSTOOD: ApiError = {
  success: false,
  error: 'find: Type a round’s number, a day such as 2026-11-20, or the address of a wallet.',
  code: 'BAD_REQUEST',
};

/**
 * What the API answers about what a page's address names, exactly as it would answer a browser: one reading of the
 * database, one set of limits and one cache for both.
 */
export async function readShown(url: URL, ask: AskApi): Promise<Shown> {
  const path = url.pathname.replace(/(?<=.)\/+$/, '');
  if (path === '/rounds')
    return readRounds(
      roundsAsked((name) => url.searchParams.get(name)),
      ask,
    );
  if (path === '/fairness') {
    const answer = await answerTo<Fairness>(ask, '/api/lottery/fairness');
    return { shown: { kind: 'fairness', answer: isRefusal(answer) ? null : answer }, status: 200 };
  }
  if (path === '/terms-of-play') {
    const answer = await answerTo<Terms>(ask, '/api/lottery/terms');
    return { shown: { kind: 'terms', answer: isRefusal(answer) ? null : answer }, status: 200 };
  }
  if (path === '/status') {
    const answer = await answerTo<Status>(ask, '/api/lottery/status');
    return { shown: { kind: 'status', answer: isRefusal(answer) ? null : answer }, status: 200 };
  }
  const [, asked, place] = ROUND_PAGE.exec(path) ?? [];
  return asked === undefined ? NOTHING : readRound(asked, PLACES.find((one) => `${one}` === place) ?? null, ask);
}

async function readRound(asked: string, place: Place | null, ask: AskApi): Promise<Shown> {
  const isNumber = /^[1-9]\d{0,12}$/.test(asked);
  const answer = isNumber ? await answerTo<RoundDetail>(ask, `/api/lottery/rounds/${asked}`) : NO_ROUND;
  return { shown: { kind: 'round', asked, place, answer }, status: isRefusal(answer) ? 404 : 200 };
}

async function readRounds(asked: RoundsAsked, ask: AskApi): Promise<Shown> {
  const answer = asked.find === '' ? await answerTo<RoundsPage>(ask, roundsApiPath(asked)) : NOT_UNDERSTOOD;
  return { shown: { kind: 'rounds', asked, answer }, status: isRefusal(answer) ? 400 : 200 };
}

/** Null for what may be answered later, as when the network has asked too often: the browser asks again. */
async function answerTo<T>(ask: AskApi, path: string): Promise<T | ApiError | null> {
  const response = await ask(path);
  if (response.ok || response.status === 400 || response.status === 404) return response.json<T | ApiError>();
  await response.body?.cancel();
  return null;
}

function isRefusal<T extends object>(answer: T | ApiError | null): answer is ApiError {
  return answer !== null && 'error' in answer;
}
