import { isRecent } from '../../src/round/isRecent.ts';

/** A burst goes on in memory when the next run is due within this time. Later runs are left to the alarm. */
const BURST_WAIT_MS = 1_500;
/** A burst ends after this long and goes on in the next alarm: no event may live for ever. */
const BURST_MS = 20_000;
/** This alarm is set behind every burst: if the instance dies in the burst, the alarm goes on. */
const BACKUP_ALARM_MS = 5_000;
/** An alarm that is set within an alarm may stall when it is due at once. One that is a second away does not. */
const LEAST_ALARM_MS = 1_000;
const LEAST_WAIT_MS = 10;
const RETRY_MS = 1_000;

/**
 * An event of the worker may make a thousand outgoing calls. No run begins after this many, so that the last run has
 * enough calls left.
 */
const CALLS_A_BURST = 600;

export interface BurstInput {
  /** One run; resolves to the moment the next is due, unix milliseconds. */
  readonly run: () => Promise<number>;
  readonly setAlarm: (at: number) => Promise<void>;
  readonly wait: (ms: number) => Promise<unknown>;
  /** Outgoing calls made so far. */
  readonly calls: () => number;
  readonly now: () => number;
}

/**
 * Runs until nothing is due soon, then leaves the rest to the alarm. One burst at a time: a call during a burst joins
 * it.
 */
export function createBurst({ run, setAlarm, wait, calls, now }: BurstInput): () => Promise<void> {
  let bursting: Promise<void> | null = null;

  async function burst(): Promise<void> {
    const [startedAt, callsBefore] = [now(), calls()];
    let backedUpAt = Number.NEGATIVE_INFINITY;
    for (;;) {
      if (!isRecent(backedUpAt, now(), BACKUP_ALARM_MS / 2)) {
        backedUpAt = now();
        await setAlarm(backedUpAt + BACKUP_ALARM_MS);
      }
      const wakeAt = await run().catch(() => now() + RETRY_MS);
      const left = wakeAt - now();
      const isSpent = !isRecent(startedAt, now(), BURST_MS) || calls() - callsBefore > CALLS_A_BURST;
      if (left > BURST_WAIT_MS || isSpent) return setAlarm(Math.max(wakeAt, now() + LEAST_ALARM_MS));
      await wait(Math.max(left, LEAST_WAIT_MS));
    }
  }

  return () => {
    bursting ??= burst().finally(() => {
      bursting = null;
    });
    return bursting;
  };
}
