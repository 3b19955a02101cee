import { env, runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Env } from '../../../worker/env.ts';
import { RoundsObject } from '../../../worker/objects/RoundsObject.ts';
import { TaxObject } from '../../../worker/objects/TaxObject.ts';
import { READY } from '../apiClient.ts';

const HANGS = () => new Promise<never>(() => undefined);

interface Stage {
  /** Calls an object and lets this time pass, in ms. The answer is ignored. */
  readonly pass: (ms: number, call: Promise<unknown>) => Promise<void>;
  /** The alarms it has set, unix milliseconds, and why it was ended. */
  readonly alarms: readonly number[];
  readonly aborted: readonly string[];
}

/** A new object with these parts in place of its own, on a platform with only the functions that it uses. */
async function withObject<T extends object>(
  made: new (ctx: DurableObjectState, env: Env) => T,
  parts: Readonly<Record<string, unknown>>,
  test: (object: T, stage: Stage) => Promise<void>,
): Promise<void> {
  const stub = env.ALERTS.getByName(`hung-${crypto.randomUUID()}`);
  await runInDurableObject(stub, async (_, state) => {
    const object = await state.blockConcurrencyWhile(async () => new made(state, READY as unknown as Env));
    await state.blockConcurrencyWhile(async () => undefined);
    const [alarms, aborted] = [[] as number[], [] as string[]];
    const ctx = {
      storage: {
        put: async () => undefined,
        getAlarm: async () => null,
        setAlarm: async (at: number) => void alarms.push(at),
      },
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
      abort: (reason: string) => void aborted.push(reason),
    };
    Object.defineProperty(object, 'ctx', { value: ctx });
    Object.assign(object, parts);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const pass = async (ms: number, call: Promise<unknown>) => {
        void call.catch(() => undefined);
        await vi.advanceTimersByTimeAsync(ms);
      };
      await test(object, { pass, alarms, aborted });
    } finally {
      vi.useRealTimers();
    }
  });
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('an object whose work hangs on something without a time limit', () => {
  it('is ended when it is the tax, because every later run would wait for the hanging one', async () => {
    await withObject(TaxObject, { services: { collect: HANGS, calls: () => 0 } }, async (object, { pass, aborted }) => {
      await pass(1_799_000, object.collect());
      expect(aborted).toEqual([]);
      await pass(1_000, object.collect());
      expect(aborted).toEqual(['a run did not end within 1800000 ms']);
    });
  });

  it('is ended when it is the public state, because every visitor would wait for the hanging read', async () => {
    const services = { readPublicState: HANGS, watchWitnesses: async () => false, calls: () => 0 };
    await withObject(RoundsObject, { services }, async (object, { pass, aborted }) => {
      await pass(59_000, object.publicState());
      expect(aborted).toEqual([]);
      await pass(1_000, object.publicState());
      expect(aborted).toEqual(['a reading for the pages did not end within 60000 ms']);
    });
  });

  it('has set its next alarm when it moves the rounds, even if nobody waits for it any more', async () => {
    const services = { advanceRound: { forget: () => undefined, run: HANGS }, calls: () => 0 };
    await withObject(RoundsObject, { services }, async (object, { pass, alarms }) => {
      await pass(25_000, object.advance());
      expect(alarms).not.toEqual([]);
    });
  });
});
