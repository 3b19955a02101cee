import { Refused } from './fetchJson.ts';

/** The lottery counts its callers in windows of ten seconds: longer than one of them in all. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
const NOT_NOW = [429, 503];

/** Asks again while the server says "not now". */
export async function patiently<T>(ask: () => Promise<T>, pause: (ms: number) => Promise<void> = wait): Promise<T> {
  for (const ms of PAUSES_MS) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused && NOT_NOW.includes(error.status))) throw error;
      await pause(ms);
    }
  }
  return ask();
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
