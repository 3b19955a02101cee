import { errorText } from '../../src/errorText.ts';

/** Whatever a part of the look asks has a limit of seconds, but for the database: it may never answer. */
const PART_MS = 20_000;

/**
 * Does a part of the look at the alerts; returns when it has ended, has failed, or has taken too long. Never throws: no
 * part keeps the next ones, nor what people are told, waiting.
 */
export async function tryTo(name: string, part: () => Promise<void>): Promise<void> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error(`no end within ${PART_MS} ms`)), PART_MS);
  try {
    await Promise.race([part(), limit.promise]);
  } catch (error) {
    console.warn(`${name}: ${errorText(error)}`);
  } finally {
    clearTimeout(timer);
  }
}
