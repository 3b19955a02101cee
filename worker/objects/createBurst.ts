import { isRecent } from '../../src/round/isRecent.ts';

/** A burst waits in memory for a run that is due within this time. A later run is left to the alarm. */
const BURST_WAIT_MS = 1_500;
/** A burst ends after this long, and the next alarm continues its work: no event may live for ever. */
const BURST_MS = 20_000;
/** Before each run an alarm is set, this far ahead at most: if the instance dies, the alarm continues its work. */
const BACKUP_ALARM_MS = 5_000;
/** An alarm that is set within an alarm, and due at once, may stall. One that is a second away does not. */
const LEAST_ALARM_MS = 1_000;
const LEAST_WAIT_MS = 10;
const RETRY_MS = 1_000;

/** A burst that has made more outgoing calls than this begins no further run. An event may make a thousand of them. */
const CALLS_A_BURST = 600;

export interface BurstInput {
  /** Starts a run, or joins one that begins after the call. No two overlap. Resolves to the next due time, unix ms. */
  readonly run: () => Promise<number>;
  readonly setAlarm: (at: number) => Promise<void>;
  readonly wait: (ms: number) => Promise<unknown>;
  /** Keeps the event alive until this work has ended. */
  readonly keep: (work: Promise<unknown>) => void;
  readonly calls: () => number;
  readonly now: () => number;
}

export interface Burst {
  /** For the alarm: begins a burst, or joins the burst under way. Resolves at its end. */
  goOn(): Promise<void>;
  /** For a call: begins a run, and resolves at the end of that run. The burst goes on by itself. */
  ask(): Promise<unknown>;
}

/**
 * Bursts, one at a time: a burst runs until nothing is due soon, or for too long, and leaves the rest to the alarm.
 * Every run belongs to a burst, which sets the alarm by its newest run: only that run knows when the next one is due.
 */
export function createBurst({ run, setAlarm, wait, keep, calls, now }: BurstInput): Burst {
  let bursting: Promise<void> | null = null;
  let newest: Promise<number>;
  let backedUpAt = Number.NEGATIVE_INFINITY;

  async function backUp(): Promise<void> {
    if (isRecent(backedUpAt, now(), BACKUP_ALARM_MS / 2)) return;
    backedUpAt = now();
    try {
      await setAlarm(backedUpAt + BACKUP_ALARM_MS);
    } catch (error) {
      backedUpAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  function begin(): Promise<number> {
    newest = backUp().then(run);
    return newest;
  }

  async function burst(): Promise<void> {
    const [startedAt, callsBefore] = [now(), calls()];
    for (;;) {
      const followed = newest;
      const wakeAt = await followed.catch(() => now() + RETRY_MS);
      const dueAt = followed === newest ? wakeAt : now();
      const isSpent = !isRecent(startedAt, now(), BURST_MS) || calls() - callsBefore > CALLS_A_BURST;
      if (dueAt - now() > BURST_WAIT_MS || isSpent) {
        // The burst is over before its alarm is set: a call from now on begins a new burst, which sets its own alarm
        // after this one.
        bursting = null;
        backedUpAt = Number.NEGATIVE_INFINITY;
        return setAlarm(Math.max(dueAt, now() + LEAST_ALARM_MS));
      }
      if (followed === newest) await wait(Math.max(dueAt - now(), LEAST_WAIT_MS));
      if (followed === newest) void begin();
    }
  }

  return {
    goOn() {
      if (bursting === null) {
        void begin();
        bursting = burst();
      }
      return bursting;
    },
    ask() {
      const ran = begin();
      bursting ??= burst();
      keep(bursting);
      return ran;
    },
  };
}
