import '../world/quietBindings.ts';
import { createHarvestWithheldTokensToMintInstruction, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token';
import { describe, expect, it } from 'vitest';
import { GOD } from '../world/createMint.ts';
import type { Outbound } from '../world/passOutbound.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { transactionsOf } from './chainFacts.ts';
import { eventually, untilUnix } from './eventually.ts';
import { type TaxLottery, withTax } from './startTax.ts';
import { leave, stepUnits } from './taxFacts.ts';

describe.concurrent('the tax cycle on the real Solana runtime', () => {
  it('fees withheld between the look and the harvest are harvested with the others, and reported', async () => {
    let isTrading: Promise<bigint> | null = null;
    const late: { tax: TaxLottery | null } = { tax: null };
    const outbound: Outbound = async ({ body }) => {
      // After the look, before the harvest is sent.
      if (late.tax !== null && body.includes('"sendTransaction"')) {
        isTrading ??= late.tax.trade(2, 33_333n * GOD);
        await isTrading;
      }
      return undefined;
    };
    await withTax({ seed: 'meanwhile', outbound }, async (tax) => {
      // Every holder has traded, so later fees are withheld in accounts that are harvested anyway.
      const first = await tax.trade(12);
      late.tax = tax;
      const cycle = await tax.cycle();
      const fees = first + ((await isTrading) ?? 0n);
      expect([stepUnits(cycle, 'harvest'), stepUnits(cycle, 'withdraw')]).toEqual([fees, fees]);
    });
  });

  it('crons that come at once, or while a cycle is under way, make one cycle', async () => {
    await withTax({ seed: 'at once' }, async (tax) => {
      await tax.trade(3);
      await Promise.all(Array.from({ length: 8 }, () => tax.collect()));
      const cycle = await tax.ended();
      const { cycles } = await tax.report();
      expect(cycles.map(({ id, state }) => [id, state])).toEqual([[cycle.id, 'done']]);
      expect(await transactionsOf(tax.world, tax.world.taxWallet.publicKey, 'GOD1 tax')).toHaveLength(1);
    });
  });

  it('fees that a stranger has harvested into the mint already are withdrawn all the same', async () => {
    await withTax({ seed: 'stranger' }, async (tax) => {
      const fees = await tax.trade(3);
      const { world } = tax;
      const accounts = world.holders.ordinary.map((holder) => holder.tokenAccount);
      await sendTransaction(
        world.runtime.connection,
        [createHarvestWithheldTokensToMintInstruction(world.mint, accounts, TOKEN_2022_PROGRAM_ID)],
        [world.marketMakerKey],
      );
      const cycle = await tax.cycle();
      expect(cycle.steps.map((step) => step.name)).toEqual(['withdraw', 'swap', 'distribute']);
      expect(stepUnits(cycle, 'withdraw')).toBe(fees);
    });
  });

  it('below the minimum nothing is sent, and a look costs one list and two small requests', async () => {
    const calls: string[] = [];
    let isCounting = false;
    const outbound = ({ body }: { body: string }) => {
      const method = /"method":"(\w+)"/.exec(body)?.[1];
      if (isCounting && method !== undefined) calls.push(method);
      return undefined;
    };
    await withTax({ seed: 'below', outbound }, async (tax) => {
      tax.world.exchanges.setPrices({ godSol: 0.000_000_01 });
      // 5% of 19,999 GOD is a little less than the minimum of 1,000.
      await tax.trade(1, 19_999n * GOD);
      const first = await tax.cycle();
      expect([first.state, first.found.amount]).toEqual(['empty', 999.95]);
      isCounting = true;
      await untilUnix(first.id + 1);
      await tax.collect();
      isCounting = false;
      expect(calls.filter((method) => method === 'getProgramAccounts')).toHaveLength(1);
      const others = calls.filter((method) => method !== 'getProgramAccounts' && !ROUNDS.has(method));
      expect(others.toSorted()).toEqual(['getAccountInfo', 'getAccountInfo']);
      // Only the newest look is stored, and no transaction with it.
      expect((await tax.report()).cycles).toHaveLength(1);
      expect(await tax.transactions()).toEqual([]);
      // Enough to begin a cycle, but less than its network fees. This is reported once, and tried again when there is
      // twice as much.
      await tax.trade(1, 20n * GOD);
      const small = await tax.cycle();
      expect([small.state, small.reason]).toEqual(['failed', expect.stringContaining('more in network fees')]);
      await tax.trade(1, 10_000n * GOD);
      await untilUnix(small.id + 1);
      await tax.collect();
      expect((await tax.report()).cycles[0]?.id).toBe(small.id);
      await tax.trade(1, 100_000n * GOD);
      expect((await tax.cycle()).state).toBe('done');
    });
  });

  it('a tax wallet below its reserve of 0.1 SOL begins nothing and says so', async () => {
    await withTax({ seed: 'reserve' }, async (tax) => {
      await tax.trade(3);
      const wallet = tax.world.taxWallet;
      await leave(tax, 100_000_000n - 5_000n);
      await tax.collect();
      const database = await tax.lottery.worker.database();
      const alert = await eventually(
        () => database.prepare("SELECT message FROM alerts WHERE key LIKE 'tax-reserve:%'").first<string>('message'),
        (message) => message !== null,
      );
      expect(alert).toContain('holds less than its reserve of 0.1 SOL. Send it some');
      expect((await tax.report()).cycles).toEqual([]);
      await tax.world.runtime.fundSol(wallet.publicKey, 2_000_000_000n);
      expect((await tax.cycle()).state).toBe('done');
    });
  });
});

/** Requests that the rounds may make at the same time. */
const ROUNDS = new Set(['getSlot', 'getBlockTime', 'getFirstAvailableBlock', 'getSignaturesForAddress']);
