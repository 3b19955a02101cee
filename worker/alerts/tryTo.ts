import { errorText } from '../../src/errorText.ts';

/** `tryTo` gives a part up after this long. Most calls of a part have shorter limits, but calls to D1 have none. */
const PART_MS = 20_000;

/**
 * Does a part of the look at the alerts. Returns when the part has ended, has failed, or has taken too long. Never
 * throws. At the limit `signal` is aborted. The part must then throw: an answer that it still gets may be older than
 * what a newer look knows.
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
