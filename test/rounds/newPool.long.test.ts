import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { terms as termsAnswer } from '../../src/contract/terms.ts';
import { announceTerms } from '../world/announceTerms.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { expectPaidOnce } from './chainFacts.ts';
import { exit, holdAtDraw } from './heldAtDraw.ts';
import { paidByHand, payByHand } from './payCommand.ts';
import { type Lottery, startLottery, withLottery } from './startLottery.ts';

const SOL = 1_000_000_000n;

let world: World;
let lottery: Lottery;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 20, worldSeed: 'a new pool wallet' });
  lottery = await startLottery({ world });
});
afterAll(async () => {
  await lottery.stop();
  await world.stop();
});

it('changes the pool wallet between two rounds without a stop: each round is paid by the wallet of its terms', async () => {
  const { worker, settings, announced, pool: oldPool } = lottery;
  const newPool = Keypair.generate();
  await world.runtime.fundSol(newPool.publicKey, 50n * SOL);
  const next = {
    ...settings,
    POOL_SECRET_KEY: base58.encode(newPool.secretKey),
    OLD_POOL_SECRET_KEYS: base58.encode(oldPool.secretKey),
  };
  // Announced a whole round and a lock before the end of its first round.
  const from = lottery.nextToLock() + 3;
  const second = await announceTerms(world.runtime.connection, next, {
    ...{ terms: 2, from, previous: announced.hash, poolBefore: announced.terms.pool },
  });
  await worker.keep(...second.kept);
  await worker.restart(next);
  await (await worker.cron('* * * * *')).arrayBuffer();

  const last = await lottery.until(from - 1, ['paid']);
  const first = await lottery.until(from, ['paid']);
  const shown = termsAnswer.parse(await lottery.get('/api/lottery/terms'));
  expect(shown.lottery).toBe(announced.hash);
  expect(shown.announcements.map(({ k, hash, inForce }) => [k, hash, inForce])).toEqual([
    [1, announced.hash, false],
    [2, second.hash, true],
  ]);
  expect([last.commitment?.wallet, first.commitment?.wallet]).toEqual([
    oldPool.publicKey.toBase58(),
    newPool.publicKey.toBase58(),
  ]);
  expect([last.rules?.terms, first.rules?.terms]).toEqual([announced.hash, second.hash]);
  expect(first.terms.map(({ signature }) => signature)).toEqual([announced.signature, second.signature]);
  // The new wallet's own balance, and what it has paid of it.
  expect(first.prize?.poolLamports).toBe(String(50n * SOL));
  const paid = (first.winners ?? []).reduce((sum, { lamports }) => sum + BigInt(lamports), 0n);
  const left = BigInt(await world.runtime.connection.getBalance(newPool.publicKey));
  expect(50n * SOL - left).toBeGreaterThanOrEqual(paid);
  expect(50n * SOL - left).toBeLessThan(paid + SOL / 100n);
});

it('pays a round by hand with the key of the wallet of its terms, whatever the settings announce next', async () => {
  await withLottery({ world }, async (lottery) => {
    const mend = await holdAtDraw(lottery);
    await mend();
    const old = lottery.pool.publicKey.toBase58();
    // Another wallet, and another lock time, by which the commitment would not be in time.
    const next = { POOL_SECRET_KEY: base58.encode(Keypair.generate().secretKey), ENTRY_LOCK_SECONDS: '12' };
    await expect(payByHand({ lottery, changes: next })).rejects.toThrow(`name the pool wallet ${old}`);
    const changes = { ...next, OLD_POOL_SECRET_KEYS: base58.encode(lottery.pool.secretKey) };
    const signature = await paidByHand({ lottery, changes });
    expect(await exit(lottery, world.adminKey, 'close', signature)).toMatchObject({ status: 200 });
    const proof = await lottery.until(1, ['paid']);
    expect(proof.payout?.signature).toBe(signature);
    await expectPaidOnce(world, lottery.pool.publicKey, proof);
  });
});
