import '../world/quietBindings.ts';
import { createHarvestWithheldTokensToMintInstruction, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token';
import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import type { TaxCycleAnswer } from '../../src/contract/tax.ts';
import { expectedFees } from '../../worker/tax/expectedFees.ts';
import { associatedAccount } from '../world/associatedAccount.ts';
import { GOD } from '../world/createMint.ts';
import type { Outbound } from '../world/passOutbound.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { transferFee } from '../world/transferFee.ts';
import { transactionsOf } from './chainFacts.ts';
import { eventually, untilUnix } from './eventually.ts';
import { newWallet, type TaxLottery, withTax } from './startTax.ts';

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const stepUnits = (cycle: TaxCycleAnswer, name: string) =>
  sum(cycle.steps.filter((step) => step.name === name).map((step) => BigInt(step.units)));
const lineUnits = (cycle: TaxCycleAnswer) => sum(cycle.lines.map((line) => BigInt(line.units)));

describe.concurrent('the tax cycle on the real Solana runtime', () => {
  it('over ten cycles every fee is harvested and withdrawn, and every lamport received is distributed or a network fee', async () => {
    await withTax({ seed: 'ten cycles' }, async (tax) => {
      const { pool } = tax.lottery;
      const wallet = tax.world.taxWallet.publicKey;
      const admin = tax.world.admin.publicKey;
      // The first cycle makes the tax wallet's token account: its rent is no part of any distribution.
      const rent = await rentOfOurAccount(tax);
      const before = {
        pool: await tax.sol(pool.publicKey),
        admin: await tax.sol(admin),
        wallet: await tax.sol(wallet),
      };
      const cycles: TaxCycleAnswer[] = [];
      let withheld = 0n;
      for (let i = 0; i < 10; i++) {
        withheld += await tax.trade(2, BigInt(50_000 + i * 7_777) * GOD);
        const cycle = await tax.cycle();
        expect([cycle.state, cycle.reason], JSON.stringify(cycle)).toEqual(['done', null]);
        cycles.push(cycle);
        // The exchange's own side of a swap pays the transfer fee as well.
        withheld += transferFee(stepUnits(cycle, 'swap'));
      }
      expect(new Set(cycles.flatMap((cycle) => cycle.steps.map((step) => step.status)))).toEqual(new Set(['final']));
      const left = transferFee(stepUnits(cycles[9] as TaxCycleAnswer, 'swap'));
      const harvested = sum(cycles.map((cycle) => stepUnits(cycle, 'harvest')));
      const withdrawn = sum(cycles.map((cycle) => stepUnits(cycle, 'withdraw')));
      expect([harvested, withdrawn]).toEqual([withheld - left, withheld - left]);

      const received = sum(cycles.map((cycle) => BigInt(cycle.proceedsLamports ?? 0)));
      const fees = sum(cycles.map((cycle) => BigInt(cycle.feesLamports ?? 0)));
      const distributed = sum(cycles.map(lineUnits));
      expect(received).toBe(distributed + fees);
      expect(cycles.at(-1)?.carriedOutLamports).toBe('0');
      const shares = (label: string) =>
        sum(
          cycles.flatMap((cycle) =>
            cycle.lines.filter((line) => line.label === label).map((line) => BigInt(line.units)),
          ),
        );
      expect((await tax.sol(pool.publicKey)) - before.pool).toBe(shares('Lottery Pool'));
      expect((await tax.sol(admin)) - before.admin).toBe(shares('Admin'));
      expect(before.wallet - (await tax.sol(wallet))).toBe(rent);
      // By balances alone: what the exchange paid has reached the receivers, but for what the network kept.
      const sent = await transactionsOf(tax.world, wallet, '');
      const cost = sum(sent.map((transaction) => transaction.cost));
      const paid = sum(sent.map(({ changes }) => -(changes.get(tax.world.marketMaker.toBase58()) ?? 0n)));
      expect(paid).toBe(shares('Lottery Pool') + shares('Admin') + cost);
      // And the network keeps no more than a cycle is begun for.
      expect(cost).toBeLessThanOrEqual(10n * expectedFees({ currency: 'SOL', harvests: 1, receivers: 2 }));
      expect((await tax.report()).totals).toMatchObject({
        cycles: 10,
        withdrawn: { units: `${withdrawn}` },
        received: { units: `${received}` },
        distributed: { units: `${distributed}` },
        fees: { units: `${fees}` },
      });
      // What the admin's console shows is the same.
      const transactions = await tax.transactions();
      expect(transactions.map((transaction) => [transaction.status, transaction.totalUnits])).toEqual(
        cycles.map((cycle) => ['COMPLETED', cycle.total?.units]).reverse(),
      );
      expect(
        transactions[0]?.distributions.map((line) => [line.label, line.status, line.transactionSignature]),
      ).toEqual(cycles.at(-1)?.lines.map((line) => [line.label, 'SUCCESS', line.signature]));
      // One distribution per cycle, each with its memo.
      const memos = await transactionsOf(tax.world, wallet, 'GOD1 tax cycle=');
      expect(memos.map((each) => each.memo.replace(/^\[\d+\] /, ''))).toEqual(
        cycles.map((cycle) => `GOD1 tax cycle=${cycle.id} config=v1 part=0`).reverse(),
      );
      // The jackpot the visitors see has grown.
      const seen = () => tax.lottery.get<{ lamports: string }>('/api/lottery/pool-balance');
      const grown = before.pool + shares('Lottery Pool');
      await eventually(seen, ({ lamports }) => BigInt(lamports) === grown);
    });
  });

  it('fees withheld between the look and the harvest are harvested with the others, and told', async () => {
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
      // Every holder has traded: what comes later is withheld in accounts that are harvested anyway.
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

  it('below the minimum nothing is sent, and a look costs one read', async () => {
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
      // The first look learns the supply.
      const first = await tax.cycle();
      expect([first.state, first.found.amount]).toEqual(['empty', 999.95]);
      isCounting = true;
      await untilUnix(first.id + 1);
      await tax.collect();
      isCounting = false;
      expect(calls.filter((method) => method === 'getProgramAccounts')).toHaveLength(1);
      expect(calls.filter((method) => method !== 'getProgramAccounts' && !ROUNDS.has(method))).toEqual([]);
      // Only the newest look is kept, and it is no transaction.
      expect((await tax.report()).cycles).toHaveLength(1);
      expect(await tax.transactions()).toEqual([]);
      // Enough to begin with, and not enough to pay for its own way: said once, and tried again when twice as much is there.
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

  it('without swaps the GOD itself is distributed, and receivers without an account get one', async () => {
    await withTax({ seed: 'in GOD', overrides: { AUTO_SWAP: 'false' } }, async (tax) => {
      const fees = await tax.trade(3);
      const extra = Array.from({ length: 9 }, (_, i) => newWallet(i, 1));
      await tax.configure(({ wallets }) => [
        ...wallets.map((wallet) => (wallet.isLottery ? { ...wallet, percentage: 61 } : wallet)),
        ...extra,
      ]);
      const cycle = await tax.cycle();
      expect([cycle.state, cycle.currency, cycle.proceedsLamports]).toEqual(['done', 'GOD', null]);
      expect(lineUnits(cycle)).toBe(fees);
      // Eleven lines in GOD take two transactions.
      expect(cycle.steps.map((step) => [step.name, step.currency])).toEqual([
        ['harvest', 'GOD'],
        ['withdraw', 'GOD'],
        ['distribute', 'GOD'],
        ['distribute', 'GOD'],
      ]);
      const { connection } = tax.world.runtime;
      for (const line of cycle.lines) {
        const account = associatedAccount(tax.world.mint, new PublicKey(line.address));
        const { value } = await connection.getTokenAccountBalance(account, 'confirmed');
        expect(BigInt(value.amount)).toBe(BigInt(line.units) - transferFee(BigInt(line.units)));
      }
      expect((await tax.transactions())[0]).toMatchObject({
        currency: 'GOD',
        totalUnits: `${fees}`,
        status: 'COMPLETED',
      });
    });
  });

  it('new accounts in GOD are paid for only out of what is above the reserve', async () => {
    await withTax({ seed: 'GOD reserve', overrides: { AUTO_SWAP: 'false' } }, async (tax) => {
      await tax.trade(3);
      const extra = Array.from({ length: 60 }, (_, i) => newWallet(i, 1));
      await tax.configure(({ wallets }) => [
        ...wallets.map((wallet) => (wallet.isLottery ? { ...wallet, percentage: 10 } : wallet)),
        ...extra,
      ]);
      const { taxWallet, runtime } = tax.world;
      await leave(tax, 150_000_000n);
      await tax.collect();
      const database = await tax.lottery.worker.database();
      await eventually(
        async () =>
          (await database.prepare("SELECT key FROM alerts WHERE key LIKE 'tax-reserve:%'").all()).results.length,
        (count) => count === 1,
      );
      expect(await tax.sol(taxWallet.publicKey)).toBeGreaterThan(100_000_000n);
      await runtime.fundSol(taxWallet.publicKey, 2_000_000_000n);
      await tax.collect();
      const cycle = await tax.ended();
      expect([cycle.state, cycle.lines.filter((line) => line.status === 'SUCCESS').length]).toEqual(['done', 62]);
    });
  });

  it('pays a hundred wallets, and a line too small for an empty account fails alone and joins the next cycle', async () => {
    await withTax({ seed: 'a hundred' }, async (tax) => {
      await tax.trade(3, 1_000_000n * GOD);
      const extra = Array.from({ length: 98 }, (_, i) => newWallet(i, 0.5));
      const [funded] = extra;
      if (funded === undefined) throw new Error('no wallet');
      await tax.world.runtime.fundSol(new PublicKey(funded.address), 1_000_000_000n);
      await tax.configure(({ wallets }) => [
        ...wallets.map((wallet) => ({ ...wallet, percentage: wallet.isLottery ? 40 : 11 })),
        ...extra,
      ]);
      const before = await tax.sol(tax.world.taxWallet.publicKey);
      const cycle = await tax.cycle();
      expect(cycle.state).toBe('done');
      expect(cycle.lines).toHaveLength(100);
      const paid = cycle.lines.filter((line) => line.status === 'SUCCESS');
      expect(paid.map((line) => line.label)).toEqual(['Lottery Pool', 'Admin', funded.label]);
      // Whatever was not paid is carried over; nothing of it is lost or paid to someone else.
      const kept = sum(cycle.lines.filter((line) => line.status === 'FAILED').map((line) => BigInt(line.units)));
      const carried = BigInt(cycle.carriedOutLamports ?? 0);
      // The parts that were not sent have saved their fees.
      expect(carried).toBe(kept + 6n * 5_000n);
      const rent = await rentOfOurAccount(tax);
      expect((await tax.sol(tax.world.taxWallet.publicKey)) - before).toBe(carried - rent);
      expect((await tax.transactions())[0]?.distributions.filter((line) => line.status === 'FAILED')).toHaveLength(97);

      await tax.configure(({ wallets }) =>
        wallets.map((wallet) =>
          wallet.isLottery ? { ...wallet, percentage: 89 } : wallet.isAdmin ? wallet : { ...wallet, isActive: false },
        ),
      );
      await tax.trade(1, 100_000n * GOD);
      const next = await tax.cycle();
      expect(next.carriedInLamports).toBe(`${carried}`);
      expect(lineUnits(next)).toBe(BigInt(next.proceedsLamports ?? 0) + carried - BigInt(next.feesLamports ?? 0));
      expect((await tax.sol(tax.world.taxWallet.publicKey)) - before).toBe(-rent);
    });
  });

  it('a line the chain refuses fails alone: the others of its part are paid in parts of their own', async () => {
    await withTax({ seed: 'refused line' }, async (tax) => {
      // No transaction may write the incinerator's neighbours; a configuration refuses them, so this one is written by hand.
      await tax.trade(3, 1_000_000n * GOD);
      const bad = newWallet(1, 10, 'Sysvar1111111111111111111111111111111111111');
      const config = await tax.config();
      const wallets = [
        ...config.wallets.map((wallet) => (wallet.isLottery ? { ...wallet, percentage: 60 } : wallet)),
        bad,
      ];
      const database = await tax.lottery.worker.database();
      await database.prepare('UPDATE distribution_versions SET wallets = ?').bind(JSON.stringify(wallets)).run();
      const cycle = await tax.cycle(120);
      expect([cycle.state, cycle.reason], JSON.stringify(cycle)).toEqual(['done', null]);
      expect(cycle.lines.map((line) => [line.label, line.status])).toEqual([
        ['Lottery Pool', 'SUCCESS'],
        ['Admin', 'SUCCESS'],
        ['Wallet 1', 'FAILED'],
      ]);
      const failed = cycle.lines.filter((line) => line.status === 'FAILED');
      expect(cycle.carriedOutLamports).toBe(
        `${BigInt(cycle.proceedsLamports ?? 0) - BigInt(cycle.feesLamports ?? 0) - lineUnits(cycle) + lineUnits({ ...cycle, lines: failed })}`,
      );
    });
  });

  it('a configuration activated in the middle of a cycle is the next one’s', async () => {
    await withTax({ seed: 'activated' }, async (tax) => {
      await tax.trade(3);
      const { exchanges } = tax.world;
      let release: () => void = () => undefined;
      const asked = new Promise<void>((resolve) => {
        // The cycle stands at its swap until the exchanges answer.
        exchanges.setFault(() => {
          resolve();
          return { reply: { status: 503, json: {} } };
        });
        release = () => exchanges.setFault(null);
      });
      await tax.collect();
      await asked;
      await tax.configure(({ wallets }) =>
        wallets.map((wallet) => ({ ...wallet, percentage: wallet.isLottery ? 10 : 90 })),
      );
      release();
      const cycle = await tax.ended();
      expect([cycle.state, cycle.configVersion]).toEqual(['done', 1]);
      expect(cycle.lines.map((line) => line.percentage)).toEqual([70, 30]);
      await tax.trade(3);
      const next = await tax.cycle();
      expect([next.configVersion, next.lines.map((line) => line.percentage)]).toEqual([2, [10, 90]]);
    });
  });

  it('without an active configuration the proceeds wait, and a person is told', async () => {
    await withTax({ seed: 'no configuration' }, async (tax) => {
      await tax.trade(3);
      await tax.config();
      const database = await tax.lottery.worker.database();
      const active = await database.prepare('SELECT * FROM distribution_active').all();
      await database.prepare('DELETE FROM distribution_active').run();
      await tax.collect();
      await eventually(
        async () => (await tax.report()).cycles[0],
        (cycle) => cycle?.state === 'distribute' && cycle.proceedsLamports !== null,
      );
      const alerts = await eventually(
        async () => (await database.prepare('SELECT key FROM alerts').all<{ key: string }>()).results,
        (rows) => rows.length > 0,
      );
      expect(alerts[0]?.key).toMatch(/^tax-config:/);
      expect(await transactionsOf(tax.world, tax.world.taxWallet.publicKey, 'GOD1 tax')).toEqual([]);
      const [row] = active.results;
      if (row === undefined) throw new Error('nothing was active');
      const columns = Object.keys(row);
      await database
        .prepare(`INSERT INTO distribution_active (${columns.join()}) VALUES (${columns.map(() => '?').join()})`)
        .bind(...Object.values(row))
        .run();
      // Asked again by the next cron.
      await tax.collect();
      expect((await tax.ended()).lines.map((line) => line.status)).toEqual(['SUCCESS', 'SUCCESS']);
    });
  });

  it('a tax wallet below its reserve of 0.1 SOL begins nothing and says so', async () => {
    await withTax({ seed: 'reserve' }, async (tax) => {
      await tax.trade(3);
      const wallet = tax.world.taxWallet;
      await leave(tax, 100_000_000n - 5_000n);
      await tax.collect();
      const database = await tax.lottery.worker.database();
      const { results } = await database
        .prepare('SELECT key, message FROM alerts')
        .all<{ key: string; message: string }>();
      expect(results[0]?.key).toMatch(/^tax-reserve:\d+$/);
      expect(results[0]?.message).toContain('holds less than its reserve of 0.1 SOL. Send it some');
      expect((await tax.report()).cycles).toEqual([]);
      await tax.world.runtime.fundSol(wallet.publicKey, 2_000_000_000n);
      expect((await tax.cycle()).state).toBe('done');
    });
  });
});

/** Takes SOL from the tax wallet until `lamports` are left. */
async function leave(tax: TaxLottery, lamports: bigint): Promise<void> {
  const { taxWallet, runtime } = tax.world;
  const surplus = (await tax.sol(taxWallet.publicKey)) - lamports - 5_000n;
  const transfer = { fromPubkey: taxWallet.publicKey, toPubkey: Keypair.generate().publicKey, lamports: surplus };
  await sendTransaction(runtime.connection, [SystemProgram.transfer(transfer)], [taxWallet]);
}

/** What the rounds' own cron calls may ask at the same time. */
const ROUNDS = new Set(['getSlot', 'getBlockTime', 'getFirstAvailableBlock', 'getSignaturesForAddress']);
/** Rent of the tax wallet's token account, made in its first cycle. */
async function rentOfOurAccount({ world }: TaxLottery): Promise<bigint> {
  return BigInt(await world.runtime.connection.getMinimumBalanceForRentExemption(182));
}
