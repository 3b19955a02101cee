import type * as z from 'zod';

/** The specification's limit for one source, the body included. */
const SOURCE_TIMEOUT_MS = 5_000;

export interface QuoteRequest<T> {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly schema: z.ZodType<T>;
}

/**
 * One GET to an exchange whose JSON must pass a schema. Every failure throws an Error with a reason that stays the same while the
 * failure does, and repeats nothing of the answer: it is logged once per change.
 */
export async function fetchQuote<T>(fetch: typeof globalThis.fetch, request: QuoteRequest<T>): Promise<T> {
  const { url, headers, schema } = request;
  try {
    const response = await fetch(url, {
      // Some of them refuse clients without a name.
      headers: { accept: 'application/json', 'user-agent': 'game-of-draws', ...headers },
      signal: AbortSignal.timeout(SOURCE_TIMEOUT_MS),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new QuoteFailure(`answered ${response.status}`);
    }
    const parsed = schema.safeParse(await response.json());
    if (parsed.success) return parsed.data;
    throw new QuoteFailure('answered in an unknown shape');
  } catch (error) {
    if (error instanceof QuoteFailure) throw error;
    throw new QuoteFailure(reasonOf(error));
  }
}

class QuoteFailure extends Error {}

function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError' || name === 'AbortError') return `did not answer within ${SOURCE_TIMEOUT_MS} ms`;
  return name === 'SyntaxError' ? 'answered no JSON' : 'could not be reached';
}
