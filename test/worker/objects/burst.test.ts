import { describe, expect, it } from 'vitest';
import { createBurst } from '../../../worker/objects/createBurst.ts';

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
    calls: () => calls,
    now: () => now,
  });
  return { burst, state: () => ({ now, calls, runs, alarms }) };
}

describe('a burst of runs', () => {
  it('ends before the event it belongs to has made a thousand calls, and goes on in the next alarm', async () => {
    const { burst, state } = burstOf({ callsARun: 170, msARun: 1 });
    await burst();
    expect(state().calls).toBeLessThan(1_000);
    expect(state().runs).toBe(4);
    expect(state().alarms.at(-1)).toBeGreaterThan(state().now);
    // Calls of the last event are not counted in the next one.
    await burst();
    expect(state().runs).toBe(8);
  });

  it('ends and sets its next alarm when the clock goes back an hour during the burst', async () => {
    const [alarms, clock] = [[] as number[], { now: 3_600_000, runs: 0 }];
    const burst = createBurst({
      run: async () => {
        clock.runs += 1;
        clock.now = clock.runs === 1 ? 0 : clock.now + 1_000;
        return clock.now;
      },
      setAlarm: async (at) => void alarms.push(at),
      wait: async () => undefined,
      calls: () => 0,
      now: () => clock.now,
    });
    await burst();
    expect(clock.runs).toBe(1);
    expect(alarms.at(-1)).toBe(1_000);
  });

  it('ends after twenty seconds', async () => {
    const { burst, state } = burstOf({ callsARun: 1, msARun: 4_000 });
    await burst();
    expect(state().runs).toBe(5);
  });
});
