import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefusedServices } from '../../../worker/compose/alertServices.ts';
import { createDoubts } from '../../../worker/engine/doubts.ts';
import { createRaiseAlert } from '../../../worker/engine/raiseAlerts.ts';
import { readableAlertSettings } from '../../../worker/settings/alertSettings.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import type { Alert } from '../../../worker/store/journal/alerts.ts';
import { adminClient } from '../adminClient.ts';
import { AT, fakeTarget, withDesk } from '../alertInbox.ts';
import { COMPLETE } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a second node that is dead', () => {
  /**
   * Rounds and tax meet the dead node in every look, each time about another transaction. `isStored`: with the real
   * database.
   */
  async function lived(steps: number, stepMs: number, isDead: (step: number) => boolean, isStored: boolean) {
    const { target, posts } = fakeTarget('webhook');
    await withDesk([target], async ({ inbox, delivery, clock }) => {
      const now = () => clock.now;
      const stored = createRaiseAlert({ db, now, tell: (alert: Alert) => inbox.raise(alert) });
      const raised: Promise<void>[] = [];
      const raiseAlert = async (key: string, message: string) => {
        const told = isStored ? stored(key, message) : inbox.raise({ key, message, raisedAt: now() });
        raised.push(Promise.resolve(told));
        await told;
      };
      const [rounds, tax] = [createDoubts({ raiseAlert, now }), createDoubts({ raiseAlert, now })];
      const meet = (about: string) => {
        for (const doubts of [rounds, tax]) doubts.onDoubt({ kind: 'silent', nodes: ['node 2'], about, detail: '' });
      };
      for (let step = 0; step < steps; step++) {
        for (let question = 0; isDead(step) && question < 3; question++) meet(`payout:${step}-${question}`);
        // Waits until the raised alert is in the database.
        await Promise.all(raised.splice(0));
        await inbox.look();
        if (delivery.nextAt() !== null) await delivery.deliver();
        clock.now += stepMs;
      }
    });
    return posts.flatMap(({ alerts }) => alerts).map((id) => id.replace(/-\d{13}.*$/, ''));
  }

  it('for a month is told at most 31 times: when it begins, after an hour, and once a day', async () => {
    const step = 9 * MINUTE_MS;
    const told = await lived((30 * DAY_MS) / step, step, () => true, false);
    expect(told.length).toBeLessThanOrEqual(31);
    expect(told.length).toBeGreaterThan(28);
    expect(told.filter((id) => id.includes('#raised'))).toHaveLength(1);
  });

  it('for an hour is told when it begins, and when it is over, and is one row', async () => {
    const told = await lived(36, 5 * MINUTE_MS, (step) => step < 8, true);
    expect(told).toEqual(['node-silent:node 2#raised', 'node-silent:node 2#over']);
    expect((await db.prepare('SELECT key FROM alerts').all()).results).toEqual([{ key: 'node-silent:node 2' }]);
  });
});

describe('a target', () => {
  it('gets only alerts of its severity or above, without being delayed by the others', async () => {
    const [all, few] = [fakeTarget('discord'), fakeTarget('telegram', 'critical')];
    await withDesk([all.target, few.target], async ({ inbox, delivery }) => {
      inbox.raise({ key: 'tax-price:1', message: 'a price', raisedAt: AT });
      await delivery.deliver();
      inbox.raise({ key: 'held:7', message: 'Round 7 is held (overdue).', raisedAt: AT });
      inbox.raise({ key: 'tax-price:2', message: 'a price', raisedAt: AT });
      await delivery.deliver();
      expect(all.posts.flatMap(({ alerts }) => alerts)).toHaveLength(3);
      expect(few.posts.flatMap(({ alerts }) => alerts)).toEqual([`held:7#raised-${AT}`]);
      expect(delivery.states().every(({ waiting }) => waiting === 0)).toBe(true);
    });
  });

  it('that failed, was taken out of the settings, and is put back after two months is told what comes then', async () => {
    const [gone, stays] = [fakeTarget('discord'), fakeTarget('telegram')];
    gone.state.outcome = 'failed';
    await withDesk([gone.target, stays.target], async ({ inbox, delivery, clock, start }) => {
      inbox.raise({ key: 'held:7', message: 'Round 7 is held (overdue).', raisedAt: AT });
      await delivery.deliver();
      clock.now += 60 * DAY_MS;
      start([stays.target]).store.prune(clock.now);
      gone.state.outcome = 'taken';
      gone.posts.splice(0);
      const back = start();
      back.inbox.raise({ key: 'held:8', message: 'Round 8 is held (overdue).', raisedAt: clock.now });
      await back.delivery.deliver();
      expect(gone.posts.flatMap(({ alerts }) => alerts)).toEqual([`held:8#raised-${clock.now}`]);
      expect(back.delivery.nextAt()).toBeNull();
    });
  });
});

describe('settings that are refused', () => {
  it('raise an alert through the alert settings that can be read, without showing any value', async () => {
    const given = {
      ...COMPLETE,
      POOL_SECRET_KEY: 'canary',
      ALERT_WEBHOOK_URL: 'https://hooks.test/x',
      ALERT_DISCORD_URL: 'no address, canary',
      ALERT_TELEGRAM_TOKEN: '12:half',
    };
    const parsed = parseSettings(given);
    const problems = parsed.ok ? [] : parsed.problems;
    const posts: string[] = [];
    const stub = env.ALERTS.getByName(`refused-${Date.now()}`);
    await runInDurableObject(stub, async (_instance, { storage }) => {
      const refused = createRefusedServices({
        ...{ settings: readableAlertSettings(given), problems, db, sql: storage.sql, now: () => AT },
        fetch: async (url, init) => {
          posts.push(`${String(url)} ${String(init?.body)}`);
          return new Response('ok');
        },
      });
      await refused.tick();
      await refused.tick();
    });
    expect(posts).toHaveLength(1);
    expect(posts[0]).toMatch(/^https:\/\/hooks\.test\/x .*CRITICAL: The settings are refused, and nothing runs: /);
    expect(posts[0]).toContain('POOL_SECRET_KEY must be a 64-byte secret key');
    expect(posts[0]).not.toContain('canary');
  });
});

describe('many wrong keys', () => {
  it('raise one alert a day; a few wrong keys raise none', async () => {
    const told: Alert[] = [];
    const ALERTS = { getByName: () => ({ raise: async (alert: Alert) => void told.push(alert) }) };
    const { ask } = adminClient({ ALERTS });
    const guess = () => ask('/operations', { key: 'wrong', headers: { 'CF-Connecting-IP': '192.0.2.9' } });
    for (let i = 0; i < 10; i++) await guess();
    expect(told).toEqual([]);
    for (let i = 0; i < 10; i++) await guess();
    expect(told).toMatchObject([{ key: expect.stringMatching(/^wrong-keys:\d+$/) }]);
    expect(told[0]?.message).toContain('192.0.2.9');
  });
});
