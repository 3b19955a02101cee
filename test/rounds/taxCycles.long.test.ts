import '../world/quietBindings.ts';
import { describe, expect, it } from 'vitest';
import type { TaxCycleAnswer } from '../../src/contract/tax.ts';
import { expectedFees } from '../../worker/tax/expectedFees.ts';
import { GOD } from '../world/createMint.ts';
import { transferFee } from '../world/transferFee.ts';
import { transactionsOf } from './chainFacts.ts';
import { eventually } from './eventually.ts';
import { withTax } from './startTax.ts';
import { lineUnits, rentOfOurAccount, stepUnits, sum } from './taxFacts.ts';

describe('the tax cycle on the real Solana runtime', () => {
  it('over ten cycles every fee is harvested and withdrawn, and every lamport received is distributed or a network fee', async () => {
    await withTax({ seed: 'ten cycles' }, async (tax) => {
      const { pool } = tax.lottery;
      const wallet = tax.world.taxWallet.publicKey;
      const admin = tax.world.admin.publicKey;
      // The first cycle creates the tax wallet's token account, whose rent is not a part of any distribution.
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
      // Checked by balances alone: the receivers got what the exchange paid, less the network fees.
      const sent = await transactionsOf(tax.world, wallet, '');
      const cost = sum(sent.map((transaction) => transaction.cost));
      const paid = sum(sent.map(({ changes }) => -(changes.get(tax.world.marketMaker.toBase58()) ?? 0n)));
      expect(paid).toBe(shares('Lottery Pool') + shares('Admin') + cost);
      // The network fees are at most those that a cycle expects when it begins.
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
});
