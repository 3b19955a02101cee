import '../world/quietBindings.ts';
import { base58 } from '@scure/base';
import { createApproveCheckedInstruction, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token';
import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { TaxCycleAnswer } from '../../src/contract/tax.ts';
import { associatedAccount } from '../world/associatedAccount.ts';
import { GOD, GOD_DECIMALS } from '../world/createMint.ts';
import type { Outbound, OutgoingRequest } from '../world/passOutbound.ts';
import { transactionsOf } from './chainFacts.ts';
import { eventually, untilUnix } from './eventually.ts';
import { forward } from './forward.ts';
import { type TaxLottery, withTax } from './startTax.ts';

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
      // Both exchanges wanted it: each is told of, once.
      expect(await count("SELECT count(*) AS n FROM alerts WHERE key LIKE 'swap-refused:%'")).toBe(2);
      const held = await world.runtime.connection.getTokenAccountBalance(account, 'confirmed');
      expect(held.value.amount).toBe(`${fees}`);
      expect((await tax.transactions()).map(({ status, currency }) => [status, currency])).toEqual([['FAILED', 'GOD']]);

      // The outage goes on: no second record of it.
      await untilUnix(cycle.id + 1);
      await tax.collect();
      expect((await tax.report()).cycles).toHaveLength(1);

      world.exchanges.setRedraft(null);
      const next = await tax.cycle();
      expect([next.state, next.steps.find((step) => step.name === 'swap')?.units]).toEqual(['done', `${fees}`]);
      // What the failed cycle has cost is borne by this one's proceeds, not by the reserve.
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
      const failed = await tax.cycle(120);
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
      // 15,000 and 10,000 GOD in backlog, and what the swaps themselves withheld.
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

  it.each(['before', 'after'] as const)(
    'kill -9 %s every kind of call of a cycle reached the chain or the exchanges: every step happened once',
    async (when) => {
      const killed = new Set<string>();
      let target: TaxLottery | null = null;
      let isDown = false;
      let restarts = Promise.resolve();
      const outbound: Outbound = async (request) => {
        if (isDown) throw new Error('a call of a worker that is being killed');
        const site = callSite(request);
        if (target === null || killed.has(site)) return undefined;
        isDown = true;
        killed.add(site);
        if (when === 'after') await forward(request);
        const dying = target;
        const dead = dying.lottery.worker.kill9();
        restarts = restarts.then(async () => {
          await dead;
          await dying.lottery.worker.restart();
          isDown = false;
          await dying.collect().catch(() => undefined);
        });
        throw new Error('the worker was killed here');
      };
      await withTax({ seed: `killed ${when}`, outbound }, async (tax) => {
        const fees = await tax.trade(3);
        const before = await tax.sol(tax.lottery.pool.publicKey);
        target = tax;
        // The cron dies with the worker.
        await tax.collect().catch(() => undefined);
        const cycle = await eventually(
          async () => (await tax.report().catch(() => null))?.cycles.find((each) => each.state === 'done'),
          (each) => each !== undefined,
          420,
        );
        await restarts;
        for (const site of CALL_SITES) expect([...killed]).toContain(site);
        expect(cycle?.steps.map((step) => [step.name, step.units])).toEqual([
          ['harvest', `${fees}`],
          ['withdraw', `${fees}`],
          ['swap', `${fees}`],
          ['distribute', cycle?.total?.units],
        ]);
        expect((await tax.sol(tax.lottery.pool.publicKey)) - before).toBe(BigInt(cycle?.lines[0]?.units ?? 0));
        await expectOnce(tax);
      });
    },
  );

  it('a database restored to before the distribution, or even before the swap, pays nobody twice', async () => {
    // A lost swap is taken over when it is ten minutes old: what the wallet's history says of times is put back by so much.
    let older = 0;
    const outbound: Outbound = async (request) => {
      if (older === 0 || !request.body.includes('"getSignaturesForAddress"')) return undefined;
      const { method, url, headers, body } = request;
      const answer = (await (await fetch(url, { method, headers, body })).json()) as {
        result: { blockTime: number }[];
      };
      const result = answer.result.map((row) => ({ ...row, blockTime: row.blockTime - older }));
      return Response.json({ ...answer, result });
    };
    await withTax({ seed: 'restored', outbound }, async (tax) => {
      await tax.trade(3);
      const database = await tax.lottery.worker.database();
      const first = await tax.cycle();
      const pool = await tax.sol(tax.lottery.pool.publicKey);
      /** As a copy from before the named steps would have it. */
      const forget = async (state: string, names: readonly string[], columns: string) => {
        for (const name of names) {
          const key = `tax:${first.id}:${name}:0`;
          await database.prepare('DELETE FROM journal WHERE key = ?').bind(key).run();
          await database.prepare('DELETE FROM tax_steps WHERE name = ?').bind(name).run();
        }
        await database.batch([
          database.prepare('DELETE FROM tax_lines'),
          database
            .prepare(`UPDATE tax_cycles SET state = ?, ended_at = NULL, ${columns} WHERE id = ?`)
            .bind(state, first.id),
        ]);
        await tax.collect();
        const again = await eventually(
          async () => (await tax.report()).cycles.find((cycle) => cycle.id === first.id),
          (cycle) => cycle?.endedAt !== null,
        );
        if (again === undefined) throw new Error('the cycle is gone');
        expect(again.state).toBe('done');
        expect(again.lines.map((line) => [line.units, line.status, line.signature])).toEqual(
          first.lines.map((line) => [line.units, 'SUCCESS', line.signature]),
        );
        expect(await tax.sol(tax.lottery.pool.publicKey)).toBe(pool);
        await expectOnce(tax);
      };
      await forget('distribute', ['distribute'], 'total = NULL, fees = NULL, carried_out = NULL');
      // The swap's proceeds are found on chain as well.
      older = 595;
      await forget(
        'swap',
        ['swap', 'distribute'],
        'total = NULL, fees = NULL, carried_out = NULL, sold = NULL, proceeds = NULL',
      );
      older = 0;
      const alerts = async () =>
        (await database.prepare("SELECT key FROM alerts WHERE key LIKE 'tax-%'").all<{ key: string }>()).results;
      expect(await alerts()).toEqual([]);

      // A copy from between the withdrawal and the swap, found only after another cycle: its name has been used.
      await tax.trade(3);
      const second = await tax.cycle();
      const paid = await tax.sol(tax.lottery.pool.publicKey);
      await database.batch([
        database.prepare('DELETE FROM journal WHERE key LIKE ?').bind(`tax:${first.id}:%`),
        database.prepare("DELETE FROM tax_steps WHERE cycle = ? AND name IN ('swap', 'distribute')").bind(first.id),
        database.prepare('DELETE FROM tax_lines WHERE cycle = ?').bind(first.id),
        database
          .prepare(
            `UPDATE tax_cycles SET state = 'withdraw', ended_at = NULL, total = NULL, fees = NULL, carried_out = NULL, sold = NULL,
               proceeds = NULL WHERE id = ?`,
          )
          .bind(first.id),
      ]);
      await tax.collect();
      const named = await eventually(
        async () => (await tax.report()).cycles.find((cycle) => cycle.id === first.id),
        (cycle) => cycle?.endedAt !== null,
      );
      expect([named?.state, named?.lines]).toEqual(['failed', []]);
      const swap = first.steps.find((step) => step.name === 'swap')?.signature;
      expect((await alerts()).map((alert) => alert.key).sort()).toEqual([
        `tax-distributed:${first.id}`,
        `tax-lost-swap:${swap}`,
      ]);
      expect(await tax.sol(tax.lottery.pool.publicKey)).toBe(paid);
      // What is collected from now on is the next cycle's.
      await tax.trade(3);
      const after = await tax.cycle();
      expect([after.state, after.id > second.id]).toEqual(['done', true]);

      // A copy from before all of them: the next one finds its swap, and that it has been distributed.
      const before = await tax.sol(tax.lottery.pool.publicKey);
      for (const table of ['journal', 'tax_lines', 'tax_steps', 'tax_cycles'])
        await database.prepare(`DELETE FROM ${table}`).run();
      await tax.trade(3);
      const next = await tax.cycle();
      expect(next.state).toBe('done');
      expect(next.steps.find((step) => step.name === 'swap')?.signature).not.toBe(swap);
      const share = BigInt(next.lines.find((line) => line.label === 'Lottery Pool')?.units ?? 0);
      expect((await tax.sol(tax.lottery.pool.publicKey)) - before).toBe(share);
      expect(lineUnits(next)).toBe(BigInt(next.proceedsLamports ?? 0) - BigInt(next.feesLamports ?? 0));
      expect((await alerts()).filter((alert) => alert.key.startsWith('tax-lost-swap:')).length).toBeGreaterThan(1);
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
      // Visitors keep the liar's price in the feed; it is no witness to itself.
      await tax.lottery.get('/api/prices');
      const cycle = await tax.cycle(120);
      expect([cycle.state, cycle.reason]).toEqual([
        'failed',
        expect.stringContaining('No exchange gave a usable quote'),
      ]);
    });
  });

  it('a withdrawal that the chain refuses alerts, and is not tried again every two minutes', async () => {
    const stranger = base58.encode(Keypair.generate().secretKey);
    await withTax({ seed: 'wrong authority', overrides: { TAX_AUTHORITY_SECRET_KEY: stranger } }, async (tax) => {
      await tax.trade(3);
      const cycle = await tax.cycle(120);
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

const lineUnits = (cycle: TaxCycleAnswer) => cycle.lines.reduce((sum, line) => sum + BigInt(line.units), 0n);

/** The chain holds one swap and one distribution of the one cycle there was. */
async function expectOnce(tax: TaxLottery): Promise<void> {
  const wallet = tax.world.taxWallet.publicKey;
  expect(await transactionsOf(tax.world, wallet, 'GOD1 tax cycle=')).toHaveLength(1);
  const { connection } = tax.world.runtime;
  const account = associatedAccount(tax.world.mint, wallet);
  const touched = await connection.getSignaturesForAddress(account, { limit: 100 }, 'confirmed');
  const sales = await Promise.all(
    touched
      .filter((row) => row.err === null)
      .map(async ({ signature }) => {
        const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const;
        const meta = (await connection.getTransaction(signature, options))?.meta;
        const held = (
          balances: typeof meta extends null | undefined ? never : NonNullable<typeof meta>['preTokenBalances'],
        ) => BigInt(balances?.find((each) => each.owner === wallet.toBase58())?.uiTokenAmount.amount ?? 0);
        return held(meta?.postTokenBalances) < held(meta?.preTokenBalances);
      }),
  );
  expect(sales.filter(Boolean)).toHaveLength(1);
}

const rpcCall = z.object({ method: z.string(), params: z.array(z.unknown()) });

/** Every kind of call a cycle makes; the sends are told apart by what they carry. */
const CALL_SITES = [
  ...['getProgramAccounts', 'getAccountInfo', 'getEpochInfo', 'getBalance', 'getMultipleAccounts'],
  ...['getLatestBlockhash', 'getSignatureStatuses', 'getTransaction'],
  ...['getSignaturesForAddress', 'getMinimumBalanceForRentExemption', 'simulateTransaction', 'getSlot', 'getBlockTime'],
  ...['quote', 'exchange', 'send harvest', 'send withdraw', 'send swap', 'send distribute'],
];

function callSite(request: OutgoingRequest): string {
  if (request.method === 'GET') return 'quote';
  const call = rpcCall.safeParse(JSON.parse(request.body));
  if (!call.success) return 'exchange';
  const { method, params } = call.data;
  if (method !== 'sendTransaction') return method;
  const bytes = Buffer.from(String(params[0]), 'base64');
  if (bytes.includes('GOD1 tax ')) return 'send distribute';
  // TransferFeeExtension (26): withdraw from the mint is its instruction 2, harvest to the mint its 4.
  if (bytes.includes(Buffer.from([2, 26, 2]))) return 'send withdraw';
  return bytes.includes(Buffer.from([2, 26, 4])) ? 'send harvest' : 'send swap';
}
