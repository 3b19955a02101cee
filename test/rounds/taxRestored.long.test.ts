import '../world/quietBindings.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Outbound, OutgoingRequest } from '../world/passOutbound.ts';
import { eventually, untilUnix } from './eventually.ts';
import { forward } from './forward.ts';
import { type TaxLottery, withTax } from './startTax.ts';
import { expectOnce, lineUnits } from './taxFacts.ts';

describe.concurrent('faults of a tax cycle', () => {
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
        // The cron's call fails when the worker is killed.
        await tax.collect().catch(() => undefined);
        const cycle = await eventually(
          async () => (await tax.report().catch(() => null))?.cycles.find((each) => each.state === 'done'),
          (each) => each !== undefined,
          420,
        );
        await restarts;
        expect(CALL_SITES.filter((site) => !killed.has(site))).toEqual([]);
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
    await withTax({ seed: 'restored' }, async (tax) => {
      await tax.trade(3);
      const database = await tax.lottery.worker.database();
      const first = await tax.cycle();
      const pool = await tax.sol(tax.lottery.pool.publicKey);
      /** Makes the database what it was before the named steps. */
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
        expect(await tax.sol(tax.lottery.pool.publicKey)).toBe(pool);
        await expectOnce(tax);
        return again;
      };
      const alerts = async () =>
        (await database.prepare("SELECT key FROM alerts WHERE key LIKE 'tax-%'").all<{ key: string }>()).results.map(
          ({ key }) => key,
        );
      // The payments are found on chain and taken over.
      const paid = await forget('distribute', ['distribute'], 'total = NULL, fees = NULL, carried_out = NULL');
      expect(paid.state).toBe('done');
      expect(paid.lines.map((line) => [line.units, line.status, line.signature])).toEqual(
        first.lines.map((line) => [line.units, 'SUCCESS', line.signature]),
      );
      expect(await alerts()).toEqual([]);
      // The GOD that is there now came later: the cycle's id was used on chain already.
      const unsold = 'total = NULL, fees = NULL, carried_out = NULL, sold = NULL, proceeds = NULL';
      const spent = await forget('swap', ['swap', 'distribute'], unsold);
      expect([spent.state, spent.lines]).toEqual(['failed', []]);
      expect(await alerts()).toEqual([`tax-distributed:${first.id}`]);

      // A copy from between the withdrawal and the swap, restored only after another cycle.
      await tax.trade(3);
      const second = await tax.cycle();
      const after2 = await tax.sol(tax.lottery.pool.publicKey);
      await database.batch([
        database.prepare('DELETE FROM journal WHERE key LIKE ?').bind(`tax:${first.id}:%`),
        database.prepare("DELETE FROM tax_steps WHERE cycle = ? AND name IN ('swap', 'distribute')").bind(first.id),
        database.prepare('DELETE FROM tax_lines WHERE cycle = ?').bind(first.id),
        database
          .prepare(`UPDATE tax_cycles SET state = 'withdraw', reason = NULL, ended_at = NULL, ${unsold} WHERE id = ?`)
          .bind(first.id),
      ]);
      await tax.collect();
      const named = await eventually(
        async () => (await tax.report()).cycles.find((cycle) => cycle.id === first.id),
        (cycle) => cycle?.endedAt !== null,
      );
      expect([named?.state, named?.lines]).toEqual(['failed', []]);
      expect(await tax.sol(tax.lottery.pool.publicKey)).toBe(after2);
      // What is collected from now on belongs to the next cycle.
      await tax.trade(3);
      const third = await tax.cycle();
      expect([third.state, third.id > second.id]).toEqual(['done', true]);

      // A copy from before all cycles: the next cycle has an id of its own, and distributes the proceeds of its own
      // swap.
      const before = await tax.sol(tax.lottery.pool.publicKey);
      for (const table of ['journal', 'tax_lines', 'tax_steps', 'tax_cycles'])
        await database.prepare(`DELETE FROM ${table}`).run();
      await tax.trade(3);
      const next = await tax.cycle();
      expect(next.state).toBe('done');
      const swap = first.steps.find((step) => step.name === 'swap')?.signature;
      expect(next.steps.find((step) => step.name === 'swap')?.signature).not.toBe(swap);
      const share = BigInt(next.lines.find((line) => line.label === 'Lottery Pool')?.units ?? 0);
      expect((await tax.sol(tax.lottery.pool.publicKey)) - before).toBe(share);
      expect(lineUnits(next)).toBe(BigInt(next.proceedsLamports ?? 0) - BigInt(next.feesLamports ?? 0));
      // The newest cycle that the database has lost had sold GOD: whether it paid, only the chain knows.
      expect(await alerts()).toEqual([`tax-distributed:${first.id}`, `tax-lost-swap:${third.id}`]);
    });
  });
});

it('a cycle that a restored database has forgotten wholly, after its swap, is told when the next one begins', async () => {
  await withTax({ seed: 'forgotten wholly' }, async (tax) => {
    const database = await tax.lottery.worker.database();
    const alerts = async () =>
      (await database.prepare("SELECT message FROM alerts WHERE key LIKE 'tax-lost-swap:%'").all()).results.map(
        ({ message }) => String(message),
      );
    await tax.trade(3);
    const first = await tax.cycle();
    // The second one stands between its swap and its distribution.
    const active = await database.prepare('SELECT * FROM distribution_active').all<Record<string, string | number>>();
    await tax.trade(3);
    await untilUnix(first.id + 1);
    await database.prepare('DELETE FROM distribution_active').run();
    await tax.collect();
    const sold = await eventually(
      async () => (await tax.report()).cycles[0],
      (cycle) => cycle?.state === 'distribute' && cycle.proceedsLamports !== null,
    );
    for (const table of ['journal', 'tax_lines', 'tax_steps']) await database.prepare(`DELETE FROM ${table}`).run();
    await database
      .prepare('DELETE FROM tax_cycles WHERE id = ?')
      .bind(sold?.id ?? 0)
      .run();
    for (const row of active.results)
      await database
        .prepare(
          `INSERT INTO distribution_active (${Object.keys(row).join()}) VALUES (${Object.keys(row)
            .map(() => '?')
            .join()})`,
        )
        .bind(...Object.values(row))
        .run();
    await tax.trade(3);
    expect((await tax.cycle()).state).toBe('done');
    expect(await alerts()).toEqual([expect.stringContaining(`does not know tax cycle ${sold?.id}`)]);
    // It is told once, and a cycle behind one that is known tells nothing.
    await tax.trade(3);
    expect((await tax.cycle()).state).toBe('done');
    expect(await alerts()).toHaveLength(1);
  });
});

const rpcCall = z.object({ method: z.string(), params: z.array(z.unknown()) });

/** Every kind of call of a cycle in which the journal loses nothing; the sends are distinguished by their transactions. */
const CALL_SITES = [
  ...['getProgramAccounts', 'getAccountInfo', 'getEpochInfo', 'getBalance', 'getMultipleAccounts'],
  ...['getLatestBlockhash', 'getSignatureStatuses', 'getTransaction'],
  ...['getMinimumBalanceForRentExemption', 'simulateTransaction'],
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
