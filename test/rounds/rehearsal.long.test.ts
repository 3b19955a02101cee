import '../world/quietBindings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { Health } from '../../src/contract/health.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { expectPaidOnce, transactionsOf } from './chainFacts.ts';
import { expectUntouched } from './expectTruth.ts';
import { alertsOf } from './lotteryFacts.ts';
import { type Lottery, wake, withLottery } from './startLottery.ts';

const SOL = 1_000_000_000n;
const SCHEDULE = { roundSeconds: 40, entryLockSeconds: 28 };

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 30, worldSeed: 'shadow' });
});
afterAll(() => world.stop());

/** Deploys again with another setting, as `wrangler deploy` does. */
async function deploy(lottery: Lottery, payouts: 'live' | 'shadow'): Promise<void> {
  await lottery.worker.restart({ ...lottery.settings, PAYOUTS: payouts });
  await wake(lottery.worker);
}
const configOf = (lottery: Lottery) => lottery.get<PublicConfig>('/api/config');
const payoutsPart = async (lottery: Lottery) =>
  (await lottery.get<Health>('/api/health')).parts.find(({ name }) => name === 'payouts');

describe.concurrent('PAYOUTS', () => {
  it('shadow puts nothing on chain and pays nobody; live is refused until the rehearsal has ended, and then pays', async () => {
    await withLottery({ world, ...SCHEDULE, overrides: { PAYOUTS: 'shadow' } }, async (lottery) => {
      await lottery.until(1, ['locked']);
      expect((await configOf(lottery)).payouts).toBe('shadow');
      expect(await (await fetch(lottery.url)).text()).toContain('rounds are drawn, but nothing goes on chain');
      await deploy(lottery, 'live');
      expect(await payoutsPart(lottery)).toMatchObject({
        status: 'degraded',
        detail: expect.stringContaining('PAYOUTS=live is refused while round 1 is in flight'),
      });
      expect((await configOf(lottery)).payouts).toBe('shadow');
      const { reason, winners } = await lottery.until(1, ['rolled-over', 'paid', 'held']);
      expect([reason, winners ?? []]).toEqual(['shadow', []]);
      const all = await transactionsOf(world, lottery.pool.publicKey, '');
      expect(all.filter(({ memo }) => !memo?.includes('GOD1 terms '))).toEqual([]);
      await expectUntouched(world, lottery.pool, 100n * SOL);
      // A slow machine may cause other alerts, which are left out here.
      const alerts = (await alertsOf(lottery)).filter((key) => /^(?:payouts|held|outflow)/.test(key));
      expect(alerts).toEqual(['payouts:1']);
      const database = await lottery.worker.database();
      const trials = await database.prepare('SELECT kind, problem FROM trials ORDER BY kind').all();
      expect(trials.results).toEqual([
        { kind: 'commitment', problem: null },
        { kind: 'payout', problem: null },
      ]);

      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(2, ['paid', 'rolled-over', 'held']));
      expect((await configOf(lottery)).payouts).toBe('live');
      const { totalWinners } = await lottery.stats();
      expect(totalWinners).toBe(3);
    });
  });

  it('shadow does not change a round that was committed live: it is drawn and paid', async () => {
    await withLottery({ world, ...SCHEDULE }, async (lottery) => {
      await lottery.until(1, ['committed']);
      await deploy(lottery, 'shadow');
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(1, ['paid', 'rolled-over', 'held']));
      expect((await lottery.until(2, ['paid', 'rolled-over', 'held'])).reason).toBe('shadow');
      expect(await transactionsOf(world, lottery.pool.publicKey, 'round=2 ')).toEqual([]);
    });
  });
});
