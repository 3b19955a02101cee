import '../world/quietBindings.ts';
import { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Proof } from '../../src/contract/round.ts';
import { expectPaidOnce, transactionsOf } from '../rounds/chainFacts.ts';
import { type Lottery, startLottery } from '../rounds/startLottery.ts';
import { listedFlood } from '../world/nodes/listedFlood.ts';
import { silences, together } from '../world/nodes/silences.ts';
import { startNode } from '../world/nodes/startNode.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { lookAlikeTexts } from '../world/stranger/lookAlikeTexts.ts';

const SOL = 1_000_000_000n;
const FLOOD = 2_000;
const PER_SECOND = 50;
const SIGNED_WITHIN_MS = 10_000;
const SCHEDULE = { roundSeconds: 60, entryLockSeconds: 52 };
const TIMEOUT_MS = 600_000;

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 12, worldSeed: 'hostile flood' });
});
afterAll(() => world.stop());

describe('two thousand look-alikes that a node lists', () => {
  it(
    `and ${PER_SECOND} requests a second: the commitment is signed within ${SIGNED_WITHIN_MS / 1000} s of the lock`,
    async () => {
      const node = await startNode(world.rpcUrl);
      const lottery = await startLottery({ world, ...SCHEDULE, overrides: { RPC_URLS: node.url } });
      try {
        const wallet = lottery.pool.publicKey;
        const known = { round: 1, endsAt: lottery.endsAt(1) };
        const texts = Array.from({ length: FLOOD }, (_, i) => lookAlikeTexts.commitment(known, i));
        node.behave(together(silences.limits(PER_SECOND), await listedFlood(world.rpcUrl, { wallet, texts })));
        const proof = await expectSignedInTime(lottery);
        expect(await transactionsOf(world, wallet, proof.commitment?.memo ?? '')).toHaveLength(1);
      } finally {
        await lottery.stop();
        await node.stop();
      }
    },
    TIMEOUT_MS,
  );
});

describe('two thousand real transactions of version 1 that name the pool wallet', () => {
  it(
    `leave a node of ${PER_SECOND} requests a second enough to sign the commitment in time`,
    async () => {
      const node = await startNode(world.rpcUrl);
      const pool = Keypair.generate();
      await world.runtime.fundSol(pool.publicKey, 100n * SOL);
      const lookAlike = (i: number) => lookAlikeTexts.commitment({ round: 1, endsAt: 1_800_000_000 }, i);
      const began = performance.now();
      await world.stranger.sendLookAlikes(
        Array.from({ length: FLOOD }, (_, i) => ({ names: [pool.publicKey], memos: [lookAlike(i)] })),
      );
      console.log(`${FLOOD} transactions sent in ${((performance.now() - began) / 1000).toFixed(0)} s`);
      node.behave(silences.limits(PER_SECOND));
      const lottery = await startLottery({ world, pool, ...SCHEDULE, overrides: { RPC_URLS: node.url } });
      try {
        await expectSignedInTime(lottery);
      } finally {
        await lottery.stop();
        await node.stop();
      }
    },
    TIMEOUT_MS,
  );
});

/** The first round is paid, and its commitment was signed soon after the lock. */
async function expectSignedInTime(lottery: Lottery): Promise<Proof> {
  const proof = await lottery.until(1, ['paid', 'held', 'rolled-over']);
  await expectPaidOnce(world, lottery.pool.publicKey, proof);
  const database = await lottery.worker.database();
  const signed = "SELECT signed_at FROM journal WHERE key = 'commit:1' AND attempt = 0";
  const signedAt = (await database.prepare(signed).first<number>('signed_at')) ?? Number.POSITIVE_INFINITY;
  expect(signedAt - Date.parse(proof.snapshot?.takenAt ?? '')).toBeLessThan(SIGNED_WITHIN_MS);
  return proof;
}
