import { errorText } from '../../src/errorText.ts';

/** A part of the look is given up after this long. All that it asks has a shorter limit, except for the database. */
const PART_MS = 20_000;

/**
 * Does a part of the look at the alerts; returns when that part has ended, has failed, or has taken too long. Never
 * throws: so neither the next parts nor the messages to people wait longer. `signal` is aborted at the limit: an answer
 * that a part gets after the limit may be older than what a newer look knows, so the part throws and does not use it.
 */
export async function tryTo(name: string, part: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const over = new AbortController();
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`no end within ${PART_MS} ms`);
    over.abort(error);
    limit.reject(error);
  }, PART_MS);
  try {
    await Promise.race([part(over.signal), limit.promise]);
  } catch (error) {
    console.warn(`${name}: ${errorText(error)}`);
  } finally {
    clearTimeout(timer);
  }
}
