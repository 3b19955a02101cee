import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, NO_CHROMIUM } from '../browser/findChromium.ts';
import { launchBrowser } from '../browser/launchBrowser.ts';
import { wallet } from '../domain/wallets.ts';
import { COMPLETE } from '../worker/completeSettings.ts';
import { type Browser, newBrowser } from '../worker/pushService.ts';
import { type MiniflareWorker, startMiniflareWorker } from '../world/miniflareWorker.ts';
import { wrapBundle } from '../world/wrapBundle.ts';
import { eventually } from './eventually.ts';
import { localPushService } from './localPushService.ts';
import { openChromiumWith } from './openChromiumWith.ts';
import { WORKER_BUNDLE } from './workerBundle.ts';

const HOUR_S = 3_600;
/** The number of kills and restarts; with each of them the simulated time moves on by an equal part of a day. */
const KILLS = 20;
/** With each of these kills the message was taken, and the worker never heard of it. */
const TAKEN_AT = [4, 9, 14, 19];
/** Generous: it takes three minutes, or ten on a busy machine. */
const TIMEOUT_MS = 1_800_000;
const OTHERS = 16;
const WINNER = wallet(7);
/** A key that belongs to nobody. */
const VAPID_PRIVATE_KEY = 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE';

/**
 * The worker with a clock that is behind by a number of milliseconds. Alarms use the platform's clock, by which they
 * are due at once.
 */
const SLOW_CLOCK = `
import { env } from 'cloudflare:workers';
const behind = Number(env.TEST_BEHIND_MS ?? 0);
const real = Date.now.bind(Date);
Date.now = () => real() - behind;
const { default: worker, ...objects } = await import('./built.js');
export const { RoundsObject, TaxObject, AlertsObject, PushObject } = objects;
export default worker;
`;

const chromium = findChromium();
if (chromium === null) {
  if (process.env.CI) throw new Error(NO_CHROMIUM);
  console.log(`Skipped. ${NO_CHROMIUM}`);
}

describe.skipIf(chromium === null)('notifications, from a win to a real browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'push-'));
  const bundleDir = wrapBundle(WORKER_BUNDLE, SLOW_CLOCK);
  // Every round has to end at a beacon of quicknet, whose times are multiples of 3 s.
  const begun = 3 * Math.floor(Date.now() / 3_000);
  /** The winner's round ended a little more than a day ago; at that time the next draw was 290 seconds away. */
  const endsAt = begun - 25 * HOUR_S;
  const genesis = endsAt - 10 * HOUR_S;
  const settings = (behindSeconds: number) => ({
    ...COMPLETE,
    ...{ GENESIS_TIME: `${genesis}`, ROUND_SECONDS: `${HOUR_S}`, CLUSTER: 'custom' },
    ...{ SITE_URL: 'https://draws.test', VAPID_PRIVATE_KEY, VAPID_SUBJECT: 'mailto:ops@draws.test' },
    TEST_BEHIND_MS: `${behindSeconds * 1_000}`,
  });
  let service: ReturnType<typeof localPushService>;
  let worker: MiniflareWorker;
  let browsers: Browser[];
  let program: Chromium;

  beforeAll(async () => {
    program = await launchBrowser(chromium ?? '');
    browsers = await Promise.all(Array.from({ length: OTHERS + 1 }, (_, index) => newBrowser(`browser-${index}`)));
    service = localPushService(browsers);
    worker = await startMiniflareWorker({
      // Ten minutes before the end of the winner's round, because nobody is told of what happened before they
      // subscribed.
      ...{ bundleDir, persistTo: folder, settings: settings(begun - endsAt + 600) },
      outbound: service.outbound,
    });
  });
  afterAll(async () => {
    await program?.close();
    await worker?.stop();
    for (const one of [folder, bundleDir]) rmSync(one, { recursive: true, force: true });
  });

  const subscribe = ({ endpoint, p256dh, auth }: Browser, address: string) =>
    fetch(`${worker.url}/api/push`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address, endpoint, p256dh, auth, kinds: ['win', 'soon'] }),
    });
  /**
   * Calls the minute's cron, after which the shards send messages. Resolves once the push service got no request for a
   * while.
   */
  const minute = async () => {
    // There is no chain here, so the cron reports an error of the rounds.
    await worker.cron('* * * * *').catch(() => {});
    await service.quiet();
  };

  /** A busy machine takes longer than what counts as quiet. */
  const untilTaken = (id: string, by: readonly Browser[]) =>
    eventually(
      async () => {
        await minute();
        return service.taken(id, by).length;
      },
      (count) => count === by.length,
    );

  it(
    `arrives and is seen once, although the worker is killed ${KILLS} times and its push service is down for a day`,
    async () => {
      // The page behind the notifications is not needed; its animations would take a core of the machine.
      const page = await program.newPage({ reducedMotion: 'reduce' });
      const [seen, ...others] = browsers;
      if (seen === undefined) throw new Error('there are browsers');
      const real = await openChromiumWith(page, worker.url);
      service.onTaken(seen.endpoint, (text) => real.deliver(text));
      for (const one of browsers) expect((await subscribe(one, WINNER)).status).toBe(200);
      await eventually(real.shown, (shown) => shown.length === 1);
      expect((await real.shown())[0]).toMatchObject({ title: 'Notifications are on', tag: 'hello' });
      const [gone404, gone410] = others;
      if (gone404 === undefined || gone410 === undefined) throw new Error('there are others');

      const db = await worker.database();
      await db.batch([
        db
          .prepare(
            `INSERT INTO rounds (round, state, ends_at, memo, commit_signature, randomness, payout_status, updated_at)
           VALUES (10, 'paid', ?, 'memo', 'signature', 'aa', 'final', ?)`,
          )
          .bind(endsAt, endsAt * 1_000),
        db
          .prepare("INSERT INTO winners (round, place, address, lamports) VALUES (10, 1, ?, '1234500000')")
          .bind(WINNER),
      ]);

      await worker.kill9();
      await worker.restart(settings(begun - endsAt - 5));
      // For a day the service is down in every possible way. Four times it takes a message, and the worker is killed
      // before it gets the answer.
      const ways = [500, 429, 503, 'nothing'] as const;
      let killed = 0;
      for (let step = 0; step < KILLS; step++) {
        const isTaken = TAKEN_AT.includes(step);
        let died: Promise<void> | null = null;
        service.answerWith(({ endpoint }) => {
          if (endpoint === gone404.endpoint && step === 3) return 404;
          if (endpoint === gone410.endpoint && step === 3) return 410;
          if (!isTaken || endpoint !== seen.endpoint) return ways[step % ways.length] ?? 500;
          died ??= worker.kill9();
          return 'taken, and nobody hears of it';
        });
        await minute();
        await (died ?? worker.kill9());
        killed += 1;
        await worker.restart(settings(begun - endsAt - 5 - Math.floor(((step + 1) * 23.5 * HOUR_S) / KILLS)));
      }
      expect(killed).toBe(KILLS);
      expect(service.taken('win-10', others)).toEqual([]);

      // The service works again half an hour before the day is over.
      service.answerWith(() => 201);
      const still = browsers.filter((one) => one !== gone404 && one !== gone410);
      await minute();
      await untilTaken('win-10', still);
      await minute();
      expect(service.faults).toEqual([]);
      // All others got the message once. The browser whose sender was killed got it five times under the same id, and shows
      // one notification.
      for (const one of still.slice(1)) expect(service.count('win-10', one)).toBe(1);
      expect(service.count('win-10', seen)).toBeGreaterThan(TAKEN_AT.length);
      const wins = (await real.shown()).filter(({ tag }) => tag === 'win-10');
      expect(wins).toEqual([{ title: 'You won 1.2345 SOL', tag: 'win-10', id: 'win-10', stays: true }]);
      // Those that were gone are not asked any more.
      for (const one of [gone404, gone410]) expect(service.count('win-10', one)).toBe(0);

      // After the visitor has dismissed it, a repeat is not shown again.
      await real.putAway('win-10');
      await real.deliver(service.lastText(seen));
      await expect.poll(async () => (await real.shown()).filter(({ tag }) => tag === 'win-10')).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it('reaches everybody five minutes before a draw, also those for whom the worker was killed', async () => {
    // 290 seconds before the end of round 34.
    const behind = settings(Math.floor(Date.now() / 1_000) - (endsAt + 24 * HOUR_S - 290));
    await worker.kill9();
    await worker.restart(behind);
    let asked = 0;
    let died: Promise<void> | null = null;
    service.answerWith(() => {
      asked += 1;
      if (asked === 15) died = worker.kill9();
      return asked === 15 ? 'taken, and nobody hears of it' : 201;
    });
    await minute();
    await died;
    await worker.restart(behind);
    service.answerWith(() => 201);
    const still = browsers.filter((one) => service.count('win-10', one) > 0);
    expect(still.length).toBe(OTHERS - 1);
    await untilTaken('soon-34', still);
    expect(service.faults).toEqual([]);
  });
});
