import '../world/quietBindings.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNode } from '../world/nodes/startNode.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { lookAlikeTexts } from '../world/stranger/lookAlikeTexts.ts';
import { memo, OLD_MEMO_PROGRAM } from '../world/stranger/memo.ts';
import type { LookAlike } from '../world/stranger/startStranger.ts';
import { expectPaidOnce } from './chainFacts.ts';
import { accusationsOf } from './hostileRound.ts';
import { type Lottery, withLottery } from './startLottery.ts';

/** How long a node looks at the accounts: a few slots. */
const LOOK_MS = 300;

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 30, worldSeed: 'a stranger' });
  // These accounts are written into the chain one by one and not by transactions, so nobody may add up the accounts
  // meanwhile.
  await world.stranger.dustAccounts(200);
  await world.stranger.dustAccounts(200, 1n);
});
afterAll(() => world.stop());

describe.concurrent('a stranger with a few thousand lamports', () => {
  it('transactions of version 1 that look like ours change nothing, before the lock, during it and after the draw', async () => {
    const node = await startNode(world.rpcUrl);
    await withLottery({ world, roundSeconds: 30, overrides: { RPC_URLS: node.url } }, async (lottery) => {
      const lookAlikes = everyLookAlike(lottery);
      await world.stranger.sendLookAlikes(lookAlikes);
      await lottery.until(1, ['locked', 'committed']);
      await world.stranger.sendLookAlikes(lookAlikes.slice(0, 3));
      await lottery.until(1, ['drawn', 'paid']);
      await world.stranger.sendLookAlikes(lookAlikes.slice(0, 3));
      const proof = await lottery.until(1, ['paid']);
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
      const own = proof.commitment?.memo ?? '';
      const listed = await memosNaming(lottery);
      expect(listed.filter((text) => text.includes(own))).toHaveLength(1);
      expect(listed.length).toBeGreaterThan(lookAlikes.length);
      expect(await accusationsOf(lottery)).toEqual([]);
    });
    await node.stop();
  });

  it('burns, harvests and dust in every slot: two honest nodes agree, the round locks and is paid', async () => {
    const nodes = await Promise.all([startNode(world.rpcUrl), startNode(world.rpcUrl)]);
    const overrides = { RPC_URLS: nodes.map((node) => node.url).join(',') };
    await withLottery({ world, overrides }, async (lottery) => {
      const { stranger } = world;
      const pool = lottery.pool.publicKey;
      const harvested = [...world.holders.ordinary.map((holder) => holder.tokenAccount), stranger.tokenAccount];
      const habits = [
        await stranger.burnEverySlot(),
        stranger.harvestEverySlot(harvested.slice(-20)),
        stranger.dustEverySlot(pool),
        // Nodes record no token balances of these transactions.
        ...harvested.slice(0, 3).map((account) => stranger.dustEverySlot(account)),
      ];
      world.trade(120);
      await stranger.preFundMark(pool, lottery.endsAt(1));
      const proof = await lottery.until(1, ['paid']);
      await expectPaidOnce(world, pool, proof);
      for (const habit of habits) expect(habit.counts().done).toBeGreaterThan(20);
      expect(await accusationsOf(lottery)).toEqual([]);
    });
    await Promise.all(nodes.map((node) => node.stop()));
  });

  it('a burn before and after every look at the accounts: a supply in between is accepted, and the round is paid', async () => {
    const node = await startNode(world.rpcUrl);
    node.behave(async (method, _params, forward) => {
      if (method !== 'getProgramAccounts') return null;
      await world.stranger.burn();
      const { status, body } = await forward();
      // A node needs some time to list so many accounts, and the chain goes on meanwhile.
      await sleep(LOOK_MS);
      await world.stranger.burn();
      return { status, body };
    });
    await withLottery({ world, overrides: { RPC_URLS: node.url } }, async (lottery) => {
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(1, ['paid', 'held', 'rolled-over']));
    });
    await node.stop();
  });
});

/**
 * All ways to look like us: in each version, at each place of the memo field, by both memo programs, short and long.
 */
function everyLookAlike(lottery: Lottery): LookAlike[] {
  const known = { round: 1, endsAt: lottery.endsAt(1) };
  const names = [lottery.pool.publicKey];
  const [commitment, payout] = [lookAlikeTexts.commitment(known), lookAlikeTexts.payout(known)];
  return [
    { names, memos: [commitment] },
    { names, memos: [payout] },
    { names, memos: ['a dummy', commitment, payout] },
    { names, memos: [memo(lookAlikeTexts.commitment(known, 1), OLD_MEMO_PROGRAM)] },
    { names, memos: [`${commitment} ${'x'.repeat(3_000)}`] },
    { names, memos: [`x; [${commitment.length}] ${commitment}`] },
    { names, memos: [lookAlikeTexts.commitment(known, 2)], version: 0 },
    { names, memos: [lookAlikeTexts.commitment(known, 3)], version: 'legacy' },
  ];
}

async function memosNaming({ pool }: Lottery): Promise<string[]> {
  const listed = await world.runtime.connection.getSignaturesForAddress(pool.publicKey, { limit: 1000 }, 'confirmed');
  return listed.flatMap((row) => (row.memo === null ? [] : [row.memo]));
}
