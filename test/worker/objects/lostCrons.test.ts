import { env, runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pricesLeftAt } from '../../../worker/cache/prices.ts';
import { CRONS } from '../../../worker/crons.ts';
import type { Env } from '../../../worker/env.ts';
import type { TaxObject } from '../../../worker/objects/TaxObject.ts';
import { scheduled } from '../../../worker/scheduled.ts';
import { READY } from '../apiClient.ts';
import { emptyDatabase } from '../database.ts';
import { fakeExchanges, WELL } from '../fakeExchanges.ts';

const PRICE_KEYS = ['price:sol-usd', 'price:god-sol'];

beforeEach(async () => {
  await emptyDatabase();
  await Promise.all(PRICE_KEYS.map((key) => env.CACHE.delete(key)));
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

/** Calls one cron, with objects that only write down their calls, and with given answers for prices. */
async function fire(cron: string) {
  const asked: string[] = [];
  const object = (name: string) => ({
    getByName: () =>
      new Proxy(
        {},
        {
          get:
            (_, call) =>
            async (...given: unknown[]) =>
              void asked.push(`${name}.${String(call)}(${given})`),
        },
      ),
  });
  const objects = { ROUNDS: object('rounds'), TAX: object('tax'), ALERTS: object('alerts') };
  const exchanges = fakeExchanges(WELL);
  vi.spyOn(globalThis, 'fetch').mockImplementation(exchanges.fetch);
  await scheduled({ cron } as ScheduledController, { ...READY, ...objects } as unknown as Env);
  return { asked, calls: exchanges.calls.length };
}

describe('the minute’s cron', () => {
  it('moves the rounds on, so that a lost draw is drawn, and lets the tax go on once its own is late', async () => {
    const { asked } = await fire(CRONS.minute.cron);
    expect(asked.sort()).toEqual(['alerts.tick()', 'rounds.tick()', 'tax.collectAfter(300000)']);
  });

  it('reads the prices when none were stored for two of their intervals, and otherwise asks no exchange', async () => {
    // When no price was ever stored, the cron for prices may just not have come yet.
    expect((await fire(CRONS.minute.cron)).calls).toBe(0);
    expect((await fire(CRONS.prices.cron)).calls).toBeGreaterThan(0);
    expect(await pricesLeftAt(env.CACHE)).not.toBeNull();
    expect((await fire(CRONS.minute.cron)).calls).toBe(0);
    const entry = JSON.parse((await env.CACHE.get('price:sol-usd')) ?? '{}');
    await env.CACHE.delete('price:god-sol');
    await env.CACHE.put('price:sol-usd', JSON.stringify({ ...entry, time: Date.now() - 2.5 * CRONS.prices.everyMs }));
    expect((await fire(CRONS.minute.cron)).calls).toBeGreaterThan(0);
  });

  it('does nothing for an unknown schedule', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await fire('*/5 * * * *')).toEqual({ asked: [], calls: 0 });
  });
});

describe('the tax object', () => {
  it('begins cycles by the minute’s cron only after its own cron has been missing', async () => {
    const stub = env.TAX.getByName(`lost-${crypto.randomUUID()}`) as unknown as DurableObjectStub<TaxObject>;
    await runInDurableObject(stub, async (object) => {
      const collect = vi.spyOn(object, 'collect');
      await object.collectAfter(60_000);
      expect(collect).not.toHaveBeenCalled();
      await object.collectAfter(0);
      expect(collect).toHaveBeenCalledTimes(1);
      // The last call came when the clock was an hour ahead.
      Object.assign(object, { askedAt: Date.now() + 3_600_000 });
      await object.collectAfter(60_000);
      expect(collect).toHaveBeenCalledTimes(2);
    });
  });
});
