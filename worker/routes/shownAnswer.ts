import type { ApiError } from '../../src/contract/error.ts';
import type { Fairness } from '../../src/contract/fairness.ts';
import type { Status } from '../../src/contract/health.ts';
import type { ShownAnswer } from '../../src/contract/pageData.ts';
import type { RoundDetail, RoundsPage } from '../../src/contract/round.ts';
import type { Terms } from '../../src/contract/terms.ts';
import { PLACE_PATTERN, PLACES } from '../../src/protocol/terms/places.ts';
import { roundsApiPath, roundsAsked } from '../../src/round/roundsAsked.ts';

/** Asks one of our own public routes by its path and query, without the network. */
export type AskApi = (path: string) => Promise<Response>;

/** The answer that a page shows, and the HTTP status of the page. */
interface ShownOf<Answer extends ShownAnswer | null> {
  readonly shown: Answer;
  readonly status: 200 | 400 | 404;
}
export type Shown = ShownOf<ShownAnswer | null>;

interface Reader<Answer extends ShownAnswer> {
  /** The page's path, without a trailing slash. */
  readonly at: RegExp;
  read(ask: AskApi, url: URL, parts: readonly string[]): Promise<ShownOf<Answer>>;
}

const NO_ROUND: ApiError = { success: false, error: 'There is no such round.', code: 'NOT_FOUND' };
const NOT_UNDERSTOOD: ApiError = {
  success: false,
  error: 'find: Type a round’s number, a day such as 2026-11-20, or the address of a wallet.',
  code: 'BAD_REQUEST',
};

/** The type asks for a reader of every kind of answer. */
const READERS: { readonly [Kind in ShownAnswer['kind']]: Reader<Extract<ShownAnswer, { kind: Kind }>> } = {
  rounds: {
    at: /^\/rounds$/,
    async read(ask, url) {
      const asked = roundsAsked((name) => url.searchParams.get(name));
      const answer = asked.find === '' ? await answerTo<RoundsPage>(ask, roundsApiPath(asked)) : NOT_UNDERSTOOD;
      return { shown: { kind: 'rounds', asked, answer }, status: isRefusal(answer) ? 400 : 200 };
    },
  },
  round: {
    at: new RegExp(`^/rounds/([^/]+)(?:/wins/(${PLACE_PATTERN}))?$`),
    async read(ask, _url, [asked = '', won]) {
      const isNumber = /^[1-9]\d{0,12}$/.test(asked);
      const answer = isNumber ? await answerTo<RoundDetail>(ask, `/api/lottery/rounds/${asked}`) : NO_ROUND;
      const place = PLACES.find((one) => `${one}` === won) ?? null;
      return { shown: { kind: 'round', asked, place, answer }, status: isRefusal(answer) ? 404 : 200 };
    },
  },
  fairness: {
    at: /^\/fairness$/,
    read: async (ask) => ({
      shown: { kind: 'fairness', answer: await knownAnswer<Fairness>(ask, '/api/lottery/fairness') },
      status: 200,
    }),
  },
  terms: {
    at: /^\/terms-of-play$/,
    read: async (ask) => ({
      shown: { kind: 'terms', answer: await knownAnswer<Terms>(ask, '/api/lottery/terms') },
      status: 200,
    }),
  },
  status: {
    at: /^\/status$/,
    read: async (ask) => ({
      shown: { kind: 'status', answer: await knownAnswer<Status>(ask, '/api/lottery/status') },
      status: 200,
    }),
  },
};

/**
 * The API's answer to what a page's address names, exactly as a browser would get it. So page and browser share one
 * read of the database, one set of limits and one cache. `shown` is null for a page that shows no such answer.
 */
export async function readShown(url: URL, ask: AskApi): Promise<Shown> {
  const path = url.pathname.replace(/(?<=.)\/+$/, '');
  for (const { at, read } of Object.values(READERS)) {
    const [whole, ...parts] = at.exec(path) ?? [];
    if (whole !== undefined) return read(ask, url, parts);
  }
  return { shown: null, status: 200 };
}

async function knownAnswer<T extends object>(ask: AskApi, path: string): Promise<T | null> {
  const answer = await answerTo<T>(ask, path);
  return isRefusal(answer) ? null : answer;
}

/**
 * The API's answer or refusal. Null after a failure that may pass, for example when the visitor's network has asked too
 * often. Then the browser asks the API itself.
 */
async function answerTo<T>(ask: AskApi, path: string): Promise<T | ApiError | null> {
  const response = await ask(path);
  if (response.ok || response.status === 400 || response.status === 404) return response.json<T | ApiError>();
  await response.body?.cancel();
  return null;
}

function isRefusal<T extends object>(answer: T | ApiError | null): answer is ApiError {
  return answer !== null && 'error' in answer;
}
