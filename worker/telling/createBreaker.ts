import type { PushOutcome } from './sendPush.ts';

/** After this many failures in a row, for any browsers, the push service itself counts as away. */
const IN_A_ROW = 12;

/**
 * Knows which push services are away. A service that hangs would hold every place of a shard for as long as a request
 * may take, and the browsers of other services would wait for it. Times are unix milliseconds.
 */
export function createBreaker(now: () => number) {
  const failed = new Map<string, number>();
  const awayUntil = new Map<string, number>();
  const nameOf = (endpoint: string) => new URL(endpoint).host;

  return {
    /** Until when an endpoint's service is left alone; null while it may be asked. */
    until(endpoint: string): number | null {
      const until = awayUntil.get(nameOf(endpoint)) ?? 0;
      return until > now() ? until : null;
    },
    note(endpoint: string, outcome: PushOutcome): void {
      const name = nameOf(endpoint);
      if (typeof outcome !== 'object') {
        failed.delete(name);
        return;
      }
      const count = (failed.get(name) ?? 0) + 1;
      failed.set(name, count);
      if (count < IN_A_ROW) return;
      awayUntil.set(name, outcome.later);
      // The next message tests whether the service is back: one more failure is enough.
      failed.set(name, IN_A_ROW - 1);
    },
  };
}
