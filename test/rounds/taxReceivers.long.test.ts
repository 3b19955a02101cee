import '../world/quietBindings.ts';
import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { associatedAccount } from '../world/associatedAccount.ts';
import { GOD } from '../world/createMint.ts';
import type { Outbound } from '../world/passOutbound.ts';
import { transferFee } from '../world/transferFee.ts';
import { transactionsOf } from './chainFacts.ts';
import { eventually } from './eventually.ts';
import { newWallet, type TaxLottery, withTax } from './startTax.ts';
import { leave, lineUnits, rentOfOurAccount, sum } from './taxFacts.ts';

describe.concurrent('the tax cycle on the real Solana runtime', () => {
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
      // All that was not paid is carried over: nothing is lost or paid to somebody else.
      const kept = sum(cycle.lines.filter((line) => line.status === 'FAILED').map((line) => BigInt(line.units)));
      const carried = BigInt(cycle.carriedOutLamports ?? 0);
      // No fees were paid for the parts that were not sent.
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
      await tax.trade(3, 1_000_000n * GOD);
      await nameReserved(tax);
      const cycle = await tax.cycle();
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

  it('a cycle ends whose failed parts no node shows any more, with their fees in its books', async () => {
    const late: { tax: TaxLottery | null } = { tax: null };
    /** Signatures of attempts that have failed. Once the journal says so, the node has lost them. */
    const forgotten = async () => {
      const database = await late.tax?.lottery.worker.database();
      const rows = await database?.prepare("SELECT signature FROM journal WHERE state = 'failed'").all();
      return (rows?.results ?? []).map((row) => String(row.signature));
    };
    const outbound: Outbound = async ({ method, url, headers, body }) => {
      const isAsked = /"method":"(getTransaction|getSignatureStatuses)"/.test(body);
      const lost = isAsked ? await forgotten() : [];
      if (!lost.some((signature) => body.includes(signature))) return undefined;
      const answer = (await (await fetch(url, { method, headers, body })).json()) as { id: number; result: unknown };
      const [asked] = (JSON.parse(body) as { params: [string | string[]] }).params;
      if (!Array.isArray(asked)) return Response.json({ ...answer, result: null });
      const { context, value } = answer.result as { context: object; value: unknown[] };
      const seen = value.map((status, i) => (lost.includes(asked[i] ?? '') ? null : status));
      return Response.json({ ...answer, result: { context, value: seen } });
    };
    await withTax({ seed: 'forgotten failure', outbound }, async (tax) => {
      late.tax = tax;
      await tax.trade(3, 1_000_000n * GOD);
      await nameReserved(tax);
      const before = await tax.sol(tax.world.taxWallet.publicKey);
      const cycle = await tax.cycle();
      // The part of all three lines has failed, and then the line alone.
      expect([cycle.state, (await forgotten()).length]).toEqual(['done', 2]);
      const change = (await tax.sol(tax.world.taxWallet.publicKey)) - before;
      expect(BigInt(cycle.carriedOutLamports ?? 0)).toBe(change + (await rentOfOurAccount(tax)));
    });
  });

  it('a configuration that is activated during a cycle holds from the next cycle on', async () => {
    await withTax({ seed: 'activated' }, async (tax) => {
      await tax.trade(3);
      const { exchanges } = tax.world;
      let release: () => void = () => undefined;
      const asked = new Promise<void>((resolve) => {
        // The cycle waits at its swap until the exchanges answer.
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
      // The next cron tries again.
      await tax.collect();
      expect((await tax.ended()).lines.map((line) => line.status)).toEqual(['SUCCESS', 'SUCCESS']);
    });
  });
});

/**
 * Gives a tenth to a reserved address, to which no transaction may write. A configuration refuses it, so this one is
 * written by hand.
 */
async function nameReserved(tax: TaxLottery): Promise<void> {
  const config = await tax.config();
  const wallets = [
    ...config.wallets.map((wallet) => (wallet.isLottery ? { ...wallet, percentage: 60 } : wallet)),
    newWallet(1, 10, 'Sysvar1111111111111111111111111111111111111'),
  ];
  const database = await tax.lottery.worker.database();
  await database.prepare('UPDATE distribution_versions SET wallets = ?').bind(JSON.stringify(wallets)).run();
}
