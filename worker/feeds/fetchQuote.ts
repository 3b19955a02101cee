import type * as z from 'zod';
import { inTime } from '../inTime.ts';
import { jsonUpTo } from '../jsonUpTo.ts';

const SOURCE_TIMEOUT_MS = 5_000;
/** The longest answers (a quote over many pools, or a swap) have a few kilobytes. The limit protects our memory. */
const MAX_ANSWER_BYTES = 256 * 1024;

export interface QuoteRequest<T> {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON in a POST; without it the request is a GET. */
  readonly body?: unknown;
  readonly schema: z.ZodType<T>;
}

/**
 * One question to an exchange or another source of a price, whose JSON must pass a schema. A failure throws an Error.
 * While the failure lasts, each call throws the same text. The text repeats no part of the answer.
 */
export async function fetchQuote<T>(fetch: typeof globalThis.fetch, request: QuoteRequest<T>): Promise<T> {
  try {
    return await inTime(SOURCE_TIMEOUT_MS, (signal) => ask(fetch, request, signal));
  } catch (error) {
    if (error instanceof QuoteFailure) throw error;
    throw new QuoteFailure(reasonOf(error));
  }
}

async function ask<T>(
  fetch: typeof globalThis.fetch,
  { url, headers, body, schema }: QuoteRequest<T>,
  signal: AbortSignal,
): Promise<T> {
  const response = await fetch(url, {
    // Some servers refuse clients without a name.
    headers: {
      accept: 'application/json',
      'user-agent': 'game-of-draws',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new QuoteFailure(`answered ${response.status}`);
  }
  const read = await jsonUpTo(response.body, MAX_ANSWER_BYTES);
  if (read === 'too-long') throw new QuoteFailure(`answered more than ${MAX_ANSWER_BYTES} bytes`);
  if (read === 'too-many') throw new QuoteFailure('answered JSON with too many values or levels');
  const parsed = schema.safeParse(read.json);
  if (parsed.success) return parsed.data;
  throw new QuoteFailure('answered in an unknown shape');
}

class QuoteFailure extends Error {}

function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError' || name === 'AbortError') return `did not answer within ${SOURCE_TIMEOUT_MS} ms`;
  return name === 'SyntaxError' ? 'answered no JSON' : 'could not be reached';
}
