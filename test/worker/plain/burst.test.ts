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
    // What was spent in the last event is not held against the next.
    await burst();
    expect(state().runs).toBe(8);
  });

  it('ends after twenty seconds', async () => {
    const { burst, state } = burstOf({ callsARun: 1, msARun: 4_000 });
    await burst();
    expect(state().runs).toBe(5);
  });
});
