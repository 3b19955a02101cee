import type { PushOutcome } from './sendPush.ts';

/** So many in a row that a push service did not take, whoever they were for: it is the service that is away. */
const IN_A_ROW = 12;

/**
 * Knows which push services are away. One that hangs would hold every place of a shard for as long as a request may
 * take, and the browsers of the others would wait for it. Times are unix milliseconds.
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
      // The next one is a question whether it is there again: one more failure is enough.
      failed.set(name, IN_A_ROW - 1);
    },
  };
}
