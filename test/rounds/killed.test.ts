import '../world/quietBindings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Outbound, OutgoingRequest } from '../world/passOutbound.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { expectPaidOnce, transactionsOf } from './chainFacts.ts';
import { forward } from './forward.ts';
import { type Lottery, startLottery, wake } from './startLottery.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 20, worldSeed: 'killed' });
});
afterAll(() => world.stop());

describe.concurrent('kill -9 of the worker at every outbound call of a round', () => {
  it.each(['before', 'after'] as const)(
    '%s each call reached the chain or the beacon: paid exactly once',
    async (when) => {
      const killed = new Set<string>();
      let lottery: Lottery | null = null;
      let isDown = false;
      let restarts = Promise.resolve();

      const outbound: Outbound = async (request) => {
        const site = callSite(request);
        if (isDown) throw new Error('a call of a worker that is being killed');
        if (lottery === null || killed.has(site)) return undefined;
        isDown = true;
        killed.add(site);
        if (when === 'after') await forward(request);
        const dying = lottery;
        const dead = dying.worker.kill9();
        restarts = restarts.then(async () => {
          await dead;
          await dying.worker.restart();
          isDown = false;
          // The tick may meet the next kill.
          await wake(dying.worker).catch(() => undefined);
        });
        throw new Error('the worker was killed here');
      };

      const started = await startLottery({
        world,
        outbound,
        roundSeconds: 100,
        entryLockSeconds: 85,
        genesisTime: () => Math.ceil(Date.now() / 1000),
      });
      // The first tick has looked the owners up; forgotten, the first kill makes the lock look them up again.
      await (await started.worker.database()).prepare('DELETE FROM owners').run();
      lottery = started;
      try {
        const proof = await lottery.until(1, ['paid'], 300);
        await restarts;
        await expectPaidOnce(world, lottery.pool.publicKey, proof);
        const texts = new Set(
          (await transactionsOf(world, lottery.pool.publicKey, 'GOD1 commit round=1 ')).map((seen) => seen.memo),
        );
        expect(texts.size).toBe(1);
        for (const site of CALL_SITES) expect([...killed]).toContain(site);
      } finally {
        await restarts;
        await lottery.stop();
      }
    },
  );
});

/** Every kind of call a round makes; the two sends are told apart by what they carry. */
const CALL_SITES = [
  ...[
    'getSlot',
    'getBlockTime',
    'getAccountInfo',
    'getEpochInfo',
    'getProgramAccounts',
    'getMultipleAccounts',
    'getBalance',
  ],
  ...['getMinimumBalanceForRentExemption', 'getSignaturesForAddress', 'getTransaction', 'getLatestBlockhash'],
  ...['getRecentPrioritizationFees', 'getSignatureStatuses', 'send commitment', 'send payout', 'beacon'],
];

const rpcCall = z.object({ method: z.string(), params: z.array(z.unknown()) });

function callSite(request: OutgoingRequest): string {
  if (request.method === 'GET') return 'beacon';
  const { method, params } = rpcCall.parse(JSON.parse(request.body));
  if (method !== 'sendTransaction') return method;
  return Buffer.from(String(params[0]), 'base64').includes('GOD1 payout ') ? 'send payout' : 'send commitment';
}
