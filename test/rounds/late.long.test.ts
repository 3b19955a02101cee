import '../world/quietBindings.ts';
import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Health, Status } from '../../src/contract/health.ts';
import type { RoundDetail } from '../../src/contract/round.ts';
import { startBeacon } from '../world/startBeacon.ts';
import { type HttpRequest, startHttpServer } from '../world/startHttpServer.ts';
import { startProxy } from '../world/startProxy.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { expectPaidOnce } from './chainFacts.ts';
import { untilUnix } from './eventually.ts';
import { type Lottery, wake, withLottery } from './startLottery.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 20, worldSeed: 'late' });
});
afterAll(() => world.stop());

/** What the API says about the delay of round 1, after it was paid exactly once. */
async function lateOf(lottery: Lottery): Promise<RoundDetail['late']> {
  await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(1, ['paid']));
  return (await lottery.get<RoundDetail>('/api/lottery/rounds/1')).late;
}

describe.concurrent('why a round was late', () => {
  it('is a beacon that nobody gave for 90 s', async () => {
    const beacon = await startBeacon({ worldSeed: 'late', period: world.beacon.chain.period });
    let until = 0;
    beacon.setFault(() => (Date.now() > until ? null : { status: 404 }));
    const overrides = { DRAND_URLS: `${beacon.url}/${beacon.chain.hash}` };
    await withLottery({ world, roundSeconds: 200, entryLockSeconds: 20, overrides }, async (lottery) => {
      until = (lottery.endsAt(1) + 90) * 1000;
      const [late, ...others] = await lateOf(lottery);
      expect(late).toMatchObject({ step: 'beacon', cause: 'No drand relay had given the random number.' });
      expect(late?.seconds).toBeGreaterThanOrEqual(90);
      expect(others).toEqual([]);
      // In the HTML of the page, before any script runs.
      const page = await (await fetch(`${lottery.url}/rounds/1`)).text();
      expect(page).toContain(`Late by ${late?.seconds} seconds. No drand relay had given the random number.`);
    });
    await beacon.stop();
  });

  it('is a node that gave no answer to a payment', async () => {
    const proxy = await startProxy(world.rpcUrl);
    await withLottery(
      { world, roundSeconds: 200, entryLockSeconds: 20, overrides: { RPC_URLS: proxy.url } },
      async (lottery) => {
        await lottery.until(1, ['committed']);
        await untilUnix(lottery.endsAt(1) - 1);
        proxy.setRule(() => ({ status: 503, json: { error: 'canary' } }));
        await untilUnix(lottery.endsAt(1) + 25);
        proxy.setRule(null);
        const late = await lateOf(lottery);
        // The commitment may not have been final when the node stopped answering.
        expect(late.map(({ step }) => step)).toEqual([expect.stringMatching(/^(?:beacon|pay)$/)]);
        expect(late[0]?.cause).toMatch(/^RPC node 1 gives no usable answer to \w+\.$/);
      },
    );
    await proxy.stop();
  });

  it('is a worker that was killed before the end', async () => {
    await withLottery({ world, roundSeconds: 200, entryLockSeconds: 20 }, async (lottery) => {
      await lottery.until(1, ['committed']);
      await lottery.worker.kill9();
      await untilUnix(lottery.endsAt(1) + 20);
      await lottery.worker.restart();
      await wake(lottery.worker);
      const [late] = await lateOf(lottery);
      expect(late?.step).toBe('beacon');
      expect(late?.cause).toMatch(/^Our server was not running, and was back \d+ seconds after this was due\.$/);
      expect(late?.seconds).toBeGreaterThanOrEqual(20);
    });
  });
});

describe.concurrent('the receivers of alerts', () => {
  it('get signed alerts and the news that they are over, also after an outage; the monitor gets a heartbeat', async () => {
    const heard: HttpRequest[] = [];
    let isDown = true;
    const server = await startHttpServer((request) => {
      heard.push(request);
      return { status: request.path === '/hook' && isDown ? 503 : 200, body: '' };
    });
    const secret = 'a secret of the receiver';
    const overrides = {
      ...{ ALERT_WEBHOOK_URL: `${server.url}/hook`, ALERT_WEBHOOK_SECRET: secret, ENVIRONMENT: 'test' },
      HEARTBEAT_URL: `${server.url}/beat`,
    };
    await withLottery({ world, overrides }, async (lottery) => {
      await lottery.until(1, ['paid']);
      const database = await lottery.worker.database();
      await database
        .prepare(`INSERT INTO alerts (key, message, raised_at) VALUES ('late:1', 'Round 1 is late.', ?)`)
        .bind(Date.now())
        .run();
      await lottery.worker.cron('* * * * *');
      const hooks = () => heard.filter(({ path }) => path === '/hook');
      expect(hooks()).toHaveLength(1);
      isDown = false;
      // Its own alarm tries again: no cron is called.
      while (hooks().length < 2) await wait(200);
      const [first, second] = hooks();
      expect(second?.body).toBe(first?.body);
      const { headers = {}, body = '' } = second ?? {};
      const mac = createHmac('sha256', secret).update(`${headers['x-alert-timestamp']}.${body}`).digest('hex');
      expect(headers['x-alert-signature']).toBe(`sha256=${mac}`);
      const { text, alerts } = JSON.parse(body) as { text: string; alerts: { event: string }[] };
      expect(text).toContain('Game of Draws, test: ');
      // The round is paid: the alert and its end are told together.
      expect(alerts.map(({ event }) => event)).toEqual(['over', 'raised']);
      await lottery.worker.cron('* * * * *');
      const stored = await database.prepare("SELECT delivered_at, ended_at FROM alerts WHERE key = 'late:1'").first();
      expect(Object.values(stored ?? {}).every((at) => typeof at === 'number')).toBe(true);
      expect(heard.filter(({ path }) => path === '/beat').length).toBeGreaterThan(0);
      const { status, parts } = await lottery.get<Health>('/api/health');
      expect([status, parts.filter((part) => part.status === 'down')]).not.toContain('down');
      const { days } = await lottery.get<Status>('/api/lottery/status');
      expect(days.at(-1)?.total).toBeGreaterThanOrEqual(0);
      const transitions = lottery.logs.filter(
        (line) => line.includes('"event":"transition"') && line.includes('"round":1,'),
      );
      expect(transitions.map((line) => JSON.parse(line).to)).toEqual(['locked', 'committed', 'drawn', 'paid']);
    });
    await server.stop();
  });
});
