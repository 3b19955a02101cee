import { describe, expect, it } from 'vitest';
import { createBurst } from '../../../worker/objects/createBurst.ts';
import { createSingleRun } from '../../../worker/objects/singleRun.ts';

/** A burst on a clock of its own whose runs are always due again at once. */
function burstOf({ callsARun, msARun }: { readonly callsARun: number; readonly msARun: number }) {
  let [now, calls, runs] = [0, 0, 0];
  const alarms: number[] = [];
  const burst = createBurst({
    run: async () => {
      runs += 1;
      calls += callsARun;
      now += msARun;
      return now;
    },
    setAlarm: async (at) => void alarms.push(at),
    wait: async (ms) => {
      now += ms;
    },
    keep: () => undefined,
    calls: () => calls,
    now: () => now,
  });
  return { burst, state: () => ({ now, calls, runs, alarms }) };
}

/** A burst whose clock stands still and whose runs end when the test says so: what each says of the next one. */
function heldBurst() {
  const runs: PromiseWithResolvers<number>[] = [];
  const alarms: number[] = [];
  const kept: Promise<unknown>[] = [];
  const alarmIsSet = { until: Promise.resolve() };
  const { ask, goOn } = createBurst({
    run: createSingleRun(() => {
      const run = Promise.withResolvers<number>();
      runs.push(run);
      return run.promise;
    }),
    setAlarm: (at) => {
      alarms.push(at);
      return alarmIsSet.until;
    },
    wait: async () => undefined,
    keep: (work) => void kept.push(work),
    calls: () => 0,
    now: () => 0,
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  async function end(run: number, next: number): Promise<void> {
    runs[run]?.resolve(next);
    await settled();
  }
  return { ask, goOn, end, settled, runs, alarms, alarmIsSet, ended: () => Promise.all(kept) };
}

const [SOON, MINUTE, HOUR] = [1_600, 60_000, 3_600_000];

describe('a burst of runs', () => {
  it('ends before the event it belongs to has made a thousand calls, and goes on in the next alarm', async () => {
    const { burst, state } = burstOf({ callsARun: 170, msARun: 1 });
    await burst.goOn();
    expect(state().calls).toBeLessThan(1_000);
    expect(state().runs).toBe(4);
    expect(state().alarms.at(-1)).toBeGreaterThan(state().now);
    // Calls of the last event are not counted in the next one.
    await burst.goOn();
    expect(state().runs).toBe(8);
  });

  it('ends and sets its next alarm when the clock goes back an hour during the burst', async () => {
    const [alarms, clock] = [[] as number[], { now: HOUR, runs: 0 }];
    const burst = createBurst({
      run: async () => {
        clock.runs += 1;
        clock.now = clock.runs === 1 ? 0 : clock.now + 1_000;
        return clock.now;
      },
      setAlarm: async (at) => void alarms.push(at),
      wait: async () => undefined,
      keep: () => undefined,
      calls: () => 0,
      now: () => clock.now,
    });
    await burst.goOn();
    expect(clock.runs).toBe(1);
    expect(alarms.at(-1)).toBe(1_000);
  });

  it('ends after twenty seconds', async () => {
    const { burst, state } = burstOf({ callsARun: 1, msARun: 4_000 });
    await burst.goOn();
    expect(state().runs).toBe(5);
  });

  it('sets its alarm by the run of a call that came during its last run', async () => {
    const burst = heldBurst();
    void burst.goOn();
    await burst.settled();
    const asked = burst.ask();
    await burst.end(0, HOUR);
    expect(burst.runs).toHaveLength(2);
    await burst.end(1, MINUTE);
    await asked;
    await burst.ended();
    expect(burst.alarms.at(-1)).toBe(MINUTE);
    expect(burst.runs).toHaveLength(2);
  });

  it('begins anew for a call that comes while it sets its last alarm', async () => {
    const burst = heldBurst();
    const alarm = Promise.withResolvers<void>();
    void burst.goOn();
    await burst.settled();
    burst.alarmIsSet.until = alarm.promise;
    await burst.end(0, HOUR);
    expect(burst.alarms.at(-1)).toBe(HOUR);
    const asked = burst.ask();
    alarm.resolve();
    await burst.settled();
    await burst.end(1, MINUTE);
    await asked;
    await burst.ended();
    expect(burst.alarms.slice(-2)).toEqual([5_000, MINUTE]);
  });

  it('makes no run of its own for an alarm that comes during a run', async () => {
    const burst = heldBurst();
    const first = burst.goOn();
    await burst.settled();
    const second = burst.goOn();
    await burst.end(0, HOUR);
    await Promise.all([first, second]);
    expect(burst.runs).toHaveLength(1);
  });

  it('makes one run for all calls that came during a run', async () => {
    const burst = heldBurst();
    void burst.goOn();
    await burst.settled();
    const asked = Array.from({ length: 1_000 }, () => burst.ask());
    await burst.end(0, HOUR);
    await burst.end(1, SOON);
    await Promise.all(asked);
    await burst.ended();
    expect(burst.runs).toHaveLength(2);
    expect(burst.alarms.at(-1)).toBe(SOON);
  });

  it('ends after twenty seconds also when each run is met by a call, and sets an alarm for the last of them', async () => {
    const alarms: number[] = [];
    const clock = { now: 0, runs: 0 };
    const asked: Promise<unknown>[] = [];
    const burst = createBurst({
      run: createSingleRun(async () => {
        clock.runs += 1;
        clock.now += 4_000;
        if (clock.runs <= 5) asked.push(burst.ask());
        return clock.now + HOUR;
      }),
      setAlarm: async (at) => void alarms.push(at),
      wait: async () => undefined,
      keep: () => undefined,
      calls: () => 0,
      now: () => clock.now,
    });
    await burst.goOn();
    await Promise.all(asked);
    expect(clock.runs).toBe(6);
    expect(alarms.at(-1)).toBeLessThanOrEqual(clock.now + 1_000);
  });
});
