import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { announceTerms } from '../world/announceTerms.ts';
import { untilUnix } from './eventually.ts';
import { type TaxLottery, withTax } from './startTax.ts';

const SOL = 1_000_000_000n;
/** So long that a cycle fits between a round's start and the seconds before its lock, in which the pool is not paid. */
const ROUND_SECONDS = 90;
const LOCK_SECONDS = 20;
/** Long, because a cycle that would start near a lock waits for the commitment. */
const PATIENCE_SECONDS = 150;

/** The wallets that a cycle paid, by the public report. */
async function paidBy(tax: TaxLottery): Promise<readonly string[]> {
  await tax.trade(4);
  const { state, lines } = await tax.cycle(PATIENCE_SECONDS);
  expect([state, ...lines.map(({ status }) => status)]).toEqual(['done', 'SUCCESS', 'SUCCESS']);
  return lines.map(({ address }) => address);
}

it('pays the tax to the new pool wallet from its first round on, by itself, and to the old one until then', async () => {
  const timetable = { roundSeconds: ROUND_SECONDS, entryLockSeconds: LOCK_SECONDS };
  await withTax({ seed: 'a new pool wallet', ...timetable }, async (tax) => {
    const { world, lottery } = tax;
    const { settings, announced, worker } = lottery;
    const [oldPool, newPool] = [lottery.pool.publicKey.toBase58(), Keypair.generate()];
    expect(await paidBy(tax)).toContain(oldPool);

    await world.runtime.fundSol(newPool.publicKey, 5n * SOL);
    const next = {
      ...settings,
      POOL_SECRET_KEY: base58.encode(newPool.secretKey),
      OLD_POOL_SECRET_KEYS: base58.encode(lottery.pool.secretKey),
    };
    const from = lottery.nextToLock() + 2;
    const second = await announceTerms(world.runtime.connection, next, {
      ...{ terms: 2, from, previous: announced.hash, poolBefore: announced.terms.pool },
    });
    await worker.keep(...second.kept);
    await worker.restart(next);
    // The settings name the new wallet, and the terms in force the old one.
    expect(lottery.endsAt(from - 1) - Date.now() / 1000).toBeGreaterThan(LOCK_SECONDS);
    const before = await tax.sol(newPool.publicKey);
    expect(await paidBy(tax)).toContain(oldPool);
    expect(await tax.sol(newPool.publicKey)).toBe(before);

    await untilUnix(lottery.endsAt(from - 1));
    const paid = await paidBy(tax);
    expect(paid).toContain(newPool.publicKey.toBase58());
    expect(paid).not.toContain(oldPool);
    expect(await tax.sol(newPool.publicKey)).toBeGreaterThan(before);
    // The console shows the wallet that the line pays, although nobody edited the line.
    expect((await tax.config()).wallets.map(({ address }) => address)).toContain(newPool.publicKey.toBase58());
    expect((await tax.config()).version).toBe(1);
  });
});
