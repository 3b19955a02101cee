import '../world/quietBindings.ts';
import { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectPaidOnce } from '../rounds/chainFacts.ts';
import { startLottery } from '../rounds/startLottery.ts';
import { silences } from '../world/nodes/silences.ts';
import { startNode } from '../world/nodes/startNode.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { lookAlikeTexts } from '../world/stranger/lookAlikeTexts.ts';

const SOL = 1_000_000_000n;
const FLOOD = 2_000;
const PER_SECOND = 50;
const SIGNED_WITHIN_MS = 10_000;
const TIMEOUT_MS = 600_000;

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 12, worldSeed: 'hostile flood' });
});
afterAll(() => world.stop());

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
      const schedule = { roundSeconds: 60, entryLockSeconds: 52 };
      const lottery = await startLottery({ world, pool, ...schedule, overrides: { RPC_URLS: node.url } });
      try {
        const proof = await lottery.until(1, ['paid', 'held', 'rolled-over'], 150);
        await expectPaidOnce(world, pool.publicKey, proof);
        const database = await lottery.worker.database();
        const signed = "SELECT signed_at FROM journal WHERE key = 'commit:1' AND attempt = 0";
        const signedAt = (await database.prepare(signed).first<number>('signed_at')) ?? Number.POSITIVE_INFINITY;
        expect(signedAt - Date.parse(proof.snapshot?.takenAt ?? '')).toBeLessThan(SIGNED_WITHIN_MS);
      } finally {
        await lottery.stop();
        await node.stop();
      }
    },
    TIMEOUT_MS,
  );
});
