import { isDeepStrictEqual } from 'node:util';

const POLL_MS = 400;
const LAST_RESORT_SECONDS = 150;

/**
 * Asks until the answer satisfies `isRight`, and returns it; throws with the last answer after `seconds`. (Vitest's `expect.poll`
 * belongs to one running test and does not work in concurrent ones.)
 */
export async function eventually<T>(
  ask: () => Promise<T> | T,
  isRight: (answer: T) => boolean,
  seconds = LAST_RESORT_SECONDS,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`after ${seconds} s still ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** As `eventually`, for a known answer. */
export async function becomes<T>(ask: () => Promise<T> | T, expected: T, seconds?: number): Promise<void> {
  await eventually(ask, (answer) => isDeepStrictEqual(answer, expected), seconds);
}

/** Waits until a moment, unix seconds. */
export async function untilUnix(unix: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, unix * 1000 - Date.now())));
}
