import { env, runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pricesLeftAt } from '../../../worker/cache/prices.ts';
import { CRONS } from '../../../worker/crons.ts';
import type { Env } from '../../../worker/env.ts';
import { AlertsObject } from '../../../worker/objects/AlertsObject.ts';
import { PLATFORM } from '../../../worker/objects/platform.ts';
import { TaxObject } from '../../../worker/objects/TaxObject.ts';
import { scheduled } from '../../../worker/scheduled.ts';
import { READY } from '../apiClient.ts';
import { emptyDatabase } from '../database.ts';
import { fakeExchanges, WELL } from '../fakeExchanges.ts';

const AT = 1_800_000_000_000;

beforeEach(async () => {
  await emptyDatabase();
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
  it('begins cycles by the minute’s cron after its own cron has been missing, also when it was removed from memory', async () => {
    const stub = env.TAX.getByName(`lost-${crypto.randomUUID()}`) as unknown as DurableObjectStub<TaxObject>;
    const now = vi.spyOn(PLATFORM, 'now');
    await runInDurableObject(stub, async (_, state) => {
      /** What the minute's cron starts at this time, in an instance that remembers nothing. */
      const startedAt = async (at: number) => {
        now.mockReturnValue(at);
        const made = () => new TaxObject(state, READY as unknown as Env);
        const object = await state.blockConcurrencyWhile(async () => made());
        await state.blockConcurrencyWhile(async () => undefined);
        const collect = vi.spyOn(object, 'collect').mockResolvedValue();
        await object.collectAfter(300_000);
        return collect.mock.calls.length;
      };
      expect(await startedAt(AT)).toBe(0);
      expect(await startedAt(AT + 299_999)).toBe(0);
      expect(await startedAt(AT + 300_000)).toBe(1);
      await state.storage.put('pulse', { startedAt: AT, collectedAt: AT + 240_000, problem: null });
      expect(await startedAt(AT + 300_000)).toBe(0);
      // The last run was noted when the clock was an hour ahead.
      expect(await startedAt(AT - 3_600_000)).toBe(1);
    });
  });
});

describe('the object that tells people', () => {
  it('goes on by its alarm while the settings are refused: a message that was not taken is sent again without a cron', async () => {
    const stub = env.ALERTS.getByName(`refused-${crypto.randomUUID()}`) as unknown as DurableObjectStub<AlertsObject>;
    const refused = { ...READY, GOD_MINT: 'no address', ALERT_WEBHOOK_URL: 'https://hook.test/alerts' };
    const clock = vi.spyOn(PLATFORM, 'now');
    const statuses = [500, 200];
    const posted: string[] = [];
    vi.spyOn(PLATFORM, 'fetch').mockImplementation(async (_, init) => {
      posted.push(String(init?.body));
      return new Response('', { status: statuses[posted.length - 1] ?? 500 });
    });
    await runInDurableObject(stub, async (_, state) => {
      /** An instance that remembers nothing. */
      const begun = (at: number) => {
        clock.mockReturnValue(at);
        return new AlertsObject(state, refused as unknown as Env);
      };
      await begun(Date.now()).tick();
      const due = await state.storage.getAlarm();
      expect(posted).toEqual([expect.stringContaining('The settings are refused')]);
      expect(due).not.toBeNull();
      await state.storage.deleteAlarm();
      await begun(due ?? 0).alarm();
      expect(posted).toHaveLength(2);
      expect(posted[1]).toBe(posted[0]);
      expect(await state.storage.getAlarm()).not.toBeNull();
      await state.storage.deleteAlarm();
    });
  });
});
