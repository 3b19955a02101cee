import { describe, expect, it } from 'vitest';
import { type BurstInput, createBurst } from '../../../worker/objects/createBurst.ts';
import { createSingleRun } from '../../../worker/objects/singleRun.ts';

/** A burst on a clock of the test's own, which only its runs and its waits move. */
function burstOn(clock: { now: number }, given: Partial<BurstInput> & Pick<BurstInput, 'run'>) {
  const alarms: number[] = [];
  const burst = createBurst({
    setAlarm: async (at) => void alarms.push(at),
    wait: async (ms) => {
      clock.now += ms;
    },
    keep: () => undefined,
    calls: () => 0,
    now: () => clock.now,
    ...given,
  });
  return { ...burst, alarms };
}

/** A burst whose runs are always due again at once. */
function burstOf({ callsARun, msARun }: { readonly callsARun: number; readonly msARun: number }) {
  const clock = { now: 0, calls: 0, runs: 0 };
  const { goOn, alarms } = burstOn(clock, {
    run: async () => {
      clock.runs += 1;
      clock.calls += callsARun;
      clock.now += msARun;
      return clock.now;
    },
    calls: () => clock.calls,
  });
  return { goOn, clock, alarms };
}

/** A burst whose clock stands still and whose runs end when the test says so: what each says of the next one. */
function heldBurst() {
  const runs: PromiseWithResolvers<number>[] = [];
  const kept: Promise<unknown>[] = [];
  const alarmIsSet = { until: Promise.resolve() };
  const { ask, goOn, alarms } = burstOn(
    { now: 0 },
    {
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
    },
  );
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
    const { goOn, clock, alarms } = burstOf({ callsARun: 170, msARun: 1 });
    await goOn();
    expect(clock.calls).toBeLessThan(1_000);
    expect(clock.runs).toBe(4);
    expect(alarms.at(-1)).toBeGreaterThan(clock.now);
    // Calls of the last event are not counted in the next one.
    await goOn();
    expect(clock.runs).toBe(8);
  });

  it('ends and sets its next alarm when the clock goes back an hour during the burst', async () => {
    const clock = { now: HOUR, runs: 0 };
    const { goOn, alarms } = burstOn(clock, {
      run: async () => {
        clock.runs += 1;
        clock.now = clock.runs === 1 ? 0 : clock.now + 1_000;
        return clock.now;
      },
    });
    await goOn();
    expect(clock.runs).toBe(1);
    expect(alarms.at(-1)).toBe(1_000);
  });

  it('ends after twenty seconds', async () => {
    const { goOn, clock } = burstOf({ callsARun: 1, msARun: 4_000 });
    await goOn();
    expect(clock.runs).toBe(5);
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
    const clock = { now: 0, runs: 0 };
    const asked: Promise<unknown>[] = [];
    const burst = burstOn(clock, {
      run: createSingleRun(async () => {
        clock.runs += 1;
        clock.now += 4_000;
        if (clock.runs <= 5) asked.push(burst.ask());
        return clock.now + HOUR;
      }),
    });
    await burst.goOn();
    await Promise.all(asked);
    expect(clock.runs).toBe(6);
    expect(burst.alarms.at(-1)).toBeLessThanOrEqual(clock.now + 1_000);
  });

  it('begins no run before its backup alarm is set', async () => {
    const [clock, refused] = [{ now: 0 }, { times: 2 }];
    const set: number[] = [];
    const burst = burstOn(clock, {
      run: async () => {
        expect(set).toContain(clock.now + 5_000);
        return HOUR;
      },
      setAlarm: async (at) => {
        refused.times -= 1;
        if (refused.times >= 0) throw new Error('The storage is being reset.');
        set.push(at);
      },
    });
    await burst.goOn();
    expect(set).toEqual([7_000, HOUR]);
  });
});
