import '../world/quietBindings.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listedFlood } from '../world/nodes/listedFlood.ts';
import { silences, together } from '../world/nodes/silences.ts';
import { startNode } from '../world/nodes/startNode.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { lookAlikeTexts } from '../world/stranger/lookAlikeTexts.ts';
import { memo, OLD_MEMO_PROGRAM } from '../world/stranger/memo.ts';
import type { LookAlike } from '../world/stranger/startStranger.ts';
import { expectPaidOnce, transactionsOf } from './chainFacts.ts';
import { accusationsOf } from './hostileRound.ts';
import { type Lottery, type LotteryOptions, startLottery } from './startLottery.ts';

/** How long a node looks at the accounts: a few slots. */
const LOOK_MS = 300;
const FLOOD = 2_000;
const PER_SECOND = 50;
const LOCK_SECONDS = 52;
/** From the lock to the signature of the commitment, under a flood. */
const SIGNED_WITHIN_MS = 10_000;

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 30, worldSeed: 'a stranger' });
});
afterAll(() => world.stop());

async function withLottery(options: LotteryOptions, play: (lottery: Lottery) => Promise<void>): Promise<void> {
  const lottery = await startLottery(options);
  try {
    await play(lottery);
  } finally {
    await lottery.stop();
  }
}

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
      ];
      world.trade(120);
      await stranger.dustAccounts(200);
      await stranger.dustAccounts(200, 1n);
      await stranger.preFundGuard(pool, lottery.endsAt(1));
      const proof = await lottery.until(1, ['paid']);
      await expectPaidOnce(world, pool, proof);
      for (const habit of habits) expect(habit.counts().done).toBeGreaterThan(20);
      expect(await accusationsOf(lottery)).toEqual([]);
    });
    await Promise.all(nodes.map((node) => node.stop()));
  });

  it('a burn before and after every look at the accounts: a supply in between adds up, and the round is paid', async () => {
    const node = await startNode(world.rpcUrl);
    node.behave(async (method, _params, forward) => {
      if (method !== 'getProgramAccounts') return null;
      await world.stranger.burn();
      const { status, body } = await forward();
      // A node takes its time for so many accounts, and the chain goes on.
      await sleep(LOOK_MS);
      await world.stranger.burn();
      return { status, body };
    });
    await withLottery({ world, overrides: { RPC_URLS: node.url } }, async (lottery) => {
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(1, ['paid', 'held', 'rolled-over']));
    });
    await node.stop();
  });

  it(`${FLOOD} look-alikes and ${PER_SECOND} requests a second: the commitment is signed within ${SIGNED_WITHIN_MS / 1000} s of the lock`, async () => {
    const node = await startNode(world.rpcUrl);
    const schedule = { roundSeconds: 60, entryLockSeconds: LOCK_SECONDS };
    await withLottery({ world, ...schedule, overrides: { RPC_URLS: node.url } }, async (lottery) => {
      const wallet = lottery.pool.publicKey;
      const known = { round: 1, endsAt: lottery.endsAt(1) };
      const texts = Array.from({ length: FLOOD }, (_, i) => lookAlikeTexts.commitment(known, i));
      node.behave(together(silences.limits(PER_SECOND), await listedFlood(world.rpcUrl, { wallet, texts })));
      const proof = await lottery.until(1, ['paid'], 120);
      await expectPaidOnce(world, wallet, proof);
      const database = await lottery.worker.database();
      const signed = "SELECT signed_at FROM journal WHERE key = 'commit:1' AND attempt = 0";
      const signedAt = (await database.prepare(signed).first<number>('signed_at')) ?? Number.POSITIVE_INFINITY;
      const lockedAt = Date.parse(proof.snapshot?.takenAt ?? '');
      expect(signedAt - lockedAt).toBeLessThan(SIGNED_WITHIN_MS);
      expect(await transactionsOf(world, wallet, proof.commitment?.memo ?? '')).toHaveLength(1);
    });
    await node.stop();
  });
});

/** Every way there is to look like us: in each version, in each place of the memo field, by both memo programs, short and long. */
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
