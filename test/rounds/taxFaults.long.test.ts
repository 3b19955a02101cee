import '../world/quietBindings.ts';
import { base58 } from '@scure/base';
import { createApproveCheckedInstruction, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token';
import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { associatedAccount } from '../world/associatedAccount.ts';
import { GOD, GOD_DECIMALS } from '../world/createMint.ts';
import type { Outbound } from '../world/passOutbound.ts';
import { untilUnix } from './eventually.ts';
import { forward } from './forward.ts';
import { withTax } from './startTax.ts';
import { expectOnce } from './taxFacts.ts';

describe.concurrent('faults of a tax cycle', () => {
  it('a swap that would also approve a stranger is never signed: alert, GOD kept, and sold once the exchange is honest', async () => {
    await withTax({ seed: 'hostile' }, async (tax) => {
      const { world } = tax;
      const fees = await tax.trade(3);
      const wallet = world.taxWallet.publicKey;
      const account = associatedAccount(world.mint, wallet);
      const stranger = Keypair.generate().publicKey;
      world.exchanges.setRedraft((draft) => ({
        ...draft,
        instructions: [
          ...draft.instructions,
          createApproveCheckedInstruction(
            account,
            world.mint,
            stranger,
            wallet,
            1_000_000n * GOD,
            GOD_DECIMALS,
            [],
            TOKEN_2022_PROGRAM_ID,
          ),
        ],
      }));
      const cycle = await tax.cycle();
      expect([cycle.state, cycle.reason]).toEqual(['failed', expect.stringContaining('was not signed')]);
      const database = await tax.lottery.worker.database();
      const count = async (sql: string) => (await database.prepare(sql).first<{ n: number }>())?.n;
      expect(await count("SELECT count(*) AS n FROM journal WHERE key LIKE 'tax:%:swap:%'")).toBe(0);
      // Both exchanges wanted it, so there is one alert for each.
      expect(await count("SELECT count(*) AS n FROM alerts WHERE key LIKE 'swap-refused:%'")).toBe(2);
      const held = await world.runtime.connection.getTokenAccountBalance(account, 'confirmed');
      expect(held.value.amount).toBe(`${fees}`);
      expect((await tax.transactions()).map(({ status, currency }) => [status, currency])).toEqual([['FAILED', 'GOD']]);

      // The outage goes on, without a second record of it.
      await untilUnix(cycle.id + 1);
      await tax.collect();
      expect((await tax.report()).cycles).toHaveLength(1);

      world.exchanges.setRedraft(null);
      const next = await tax.cycle();
      expect([next.state, next.steps.find((step) => step.name === 'swap')?.units]).toEqual(['done', `${fees}`]);
      // The costs of the failed cycle are paid from the proceeds of this one, not from the reserve.
      expect([cycle.feesLamports, next.carriedInLamports]).toEqual(['15000', '-15000']);
      const { totals } = await tax.report();
      expect(BigInt(totals.received.units)).toBe(BigInt(totals.distributed.units) + BigInt(totals.fees.units));
    });
  });

  it('exchanges that are down leave one record, and the backlog is sold later, at most MAX_SWAP_GOD at a time', async () => {
    await withTax({ seed: 'outage', overrides: { MAX_SWAP_GOD: '10000' } }, async (tax) => {
      const { exchanges } = tax.world;
      exchanges.setFault(() => ({ reply: { status: 503, json: {} } }));
      await tax.trade(3);
      const failed = await tax.cycle();
      expect([failed.state, failed.reason]).toEqual([
        'failed',
        expect.stringContaining('No exchange gave a usable quote'),
      ]);
      await tax.trade(2);
      await untilUnix(failed.id + 1);
      await tax.collect();
      expect((await tax.report()).cycles).toHaveLength(1);
      exchanges.setFault(null);
      const sold: number[] = [];
      for (let i = 0; i < 3; i++) {
        const cycle = await tax.cycle();
        expect(cycle.state).toBe('done');
        sold.push(cycle.steps.find((step) => step.name === 'swap')?.amount ?? 0);
      }
      // A backlog of 15,000 and 10,000 GOD, and the fees that the swaps themselves withheld.
      expect(sold).toEqual([10_000, 10_000, expect.closeTo(25_000 - 20_000 + 2 * 500, 6)]);
    });
  });

  it('a swap and a distribution whose answers are lost after they arrived are not made again', async () => {
    const outbound: Outbound = async (request) => {
      if (!request.body.includes('"sendTransaction"')) return undefined;
      await forward(request);
      throw new Error('lost on the way back');
    };
    await withTax({ seed: 'lost answers', outbound }, async (tax) => {
      await tax.trade(3);
      const cycle = await tax.cycle();
      expect(cycle.state).toBe('done');
      await expectOnce(tax);
    });
  });

  it('one exchange alone that quotes a hundredth of the last price sells nothing', async () => {
    await withTax({ seed: 'a liar alone' }, async (tax) => {
      const { exchanges } = tax.world;
      await tax.trade(3);
      expect((await tax.cycle()).state).toBe('done');
      exchanges.setFault((exchange) => (exchange === 'jupiter' ? { reply: { status: 503, json: {} } } : null));
      exchanges.setPrices({ godSol: 0.000_000_001 });
      await tax.trade(3, 100_000n * GOD);
      // Visitors keep the liar's price in the feed, but the worker does not take it as a confirmation of the same
      // liar's quote.
      await tax.lottery.get('/api/prices');
      const cycle = await tax.cycle();
      expect([cycle.state, cycle.reason]).toEqual([
        'failed',
        expect.stringContaining('No exchange gave a usable quote'),
      ]);
    });
  });

  it('a withdrawal that the chain refuses raises an alert, and is not tried again every two minutes', async () => {
    const stranger = base58.encode(Keypair.generate().secretKey);
    await withTax({ seed: 'wrong authority' }, async (tax) => {
      await tax.lottery.worker.restart({ ...tax.lottery.settings, TAX_AUTHORITY_SECRET_KEY: stranger });
      await tax.trade(3);
      const cycle = await tax.cycle();
      expect([cycle.state, cycle.reason]).toEqual(['failed', expect.stringContaining('could not be withdrawn')]);
      const database = await tax.lottery.worker.database();
      const { results } = await database
        .prepare("SELECT message FROM alerts WHERE key LIKE 'tax-withdraw:%'")
        .all<{ message: string }>();
      expect(results[0]?.message).toContain('Is TAX_AUTHORITY_SECRET_KEY the mint');
      await untilUnix(cycle.id + 1);
      await tax.collect();
      expect((await tax.report()).cycles).toHaveLength(1);
    });
  });

  it('SOL that a stranger sends to the tax wallet is not distributed as proceeds', async () => {
    await withTax({ seed: 'a gift' }, async (tax) => {
      await tax.trade(3);
      await tax.world.runtime.fundSol(tax.world.taxWallet.publicKey, 7_000_000_000n);
      const cycle = await tax.cycle();
      expect(BigInt(cycle.proceedsLamports ?? 0)).toBeLessThan(2_000_000n);
      expect(cycle.state).toBe('done');
      await expectOnce(tax);
    });
  });
});
