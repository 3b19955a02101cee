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

/**
 * Lengths of the round in which the worker is killed at every call. A slow machine needs a longer round, because the
 * worker has to start so often.
 */
const ROUND_SECONDS = [100, 250, 600] as const;
const OPEN_SECONDS = 15;

describe.concurrent('kill -9 of the worker at every outbound call of a round', () => {
  it.each(['before', 'after'] as const)(
    '%s each call reached the chain or the beacon: paid exactly once',
    async (when) => {
      for (const roundSeconds of ROUND_SECONDS) {
        const { proof, killed, pool } = await playKilled(when, roundSeconds);
        // Nothing was locked or committed in time: the restarts alone took longer.
        if (proof.state === 'rolled-over') continue;
        await expectPaidOnce(world, pool, proof);
        const texts = new Set((await transactionsOf(world, pool, 'GOD1 commit round=1 ')).map((seen) => seen.memo));
        expect(texts.size).toBe(1);
        for (const site of CALL_SITES) expect([...killed]).toContain(site);
        return;
      }
      throw new Error(`every round rolled over, even one of ${ROUND_SECONDS.at(-1)} s`);
    },
    1_500_000,
  );
});

/**
 * Plays one round in which the worker is killed at every kind of call, before or after the call has reached its target.
 */
async function playKilled(when: 'before' | 'after', roundSeconds: number) {
  const killed = new Set<string>();
  let target: Lottery | null = null;
  let isDown = false;
  let restarts = Promise.resolve();

  const outbound: Outbound = async (request) => {
    const site = callSite(request);
    if (isDown) throw new Error('a call of a worker that is being killed');
    if (target === null || killed.has(site)) return undefined;
    isDown = true;
    killed.add(site);
    if (when === 'after') await forward(request);
    const dying = target;
    const dead = dying.worker.kill9();
    restarts = restarts.then(async () => {
      await dead;
      await dying.worker.restart();
      isDown = false;
      // The cron's call may fail, because the worker may be killed during it.
      await wake(dying.worker).catch(() => undefined);
    });
    throw new Error('the worker was killed here');
  };

  const lottery = await startLottery({
    world,
    outbound,
    roundSeconds,
    entryLockSeconds: roundSeconds - OPEN_SECONDS,
    genesisTime: (startSeconds) => Math.ceil(Date.now() / 1000) + Math.max(0, startSeconds - OPEN_SECONDS),
  });
  try {
    target = lottery;
    const proof = await lottery.until(1, ['paid', 'rolled-over'], 3 * roundSeconds);
    await restarts;
    return { proof, killed, pool: lottery.pool.publicKey };
  } finally {
    await restarts;
    await lottery.stop();
  }
}

/**
 * Every kind of call that a round makes; the two kinds of sends are distinguished by their transactions. Only the list
 * for the pages asks for the epoch, and it is not read again within five minutes, also after a restart.
 */
const CALL_SITES = [
  ...['getBlockTime', 'getAccountInfo', 'getProgramAccounts', 'getMultipleAccounts', 'getBalance'],
  ...['getMinimumBalanceForRentExemption', 'getLatestBlockhash', 'getRecentPrioritizationFees'],
  ...['getSignatureStatuses', 'send commitment', 'send payout', 'beacon'],
];

const rpcCall = z.object({ method: z.string(), params: z.array(z.unknown()) });

function callSite(request: OutgoingRequest): string {
  if (request.method === 'GET') return 'beacon';
  const { method, params } = rpcCall.parse(JSON.parse(request.body));
  if (method !== 'sendTransaction') return method;
  return Buffer.from(String(params[0]), 'base64').includes('GOD1 payout ') ? 'send payout' : 'send commitment';
}
