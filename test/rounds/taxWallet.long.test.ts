import '../world/quietBindings.ts';
import { base58 } from '@scure/base';
import { Keypair, SystemProgram } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { GOD } from '../world/createMint.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { eventually } from './eventually.ts';
import { newWallet, type TaxLottery, withTax } from './startTax.ts';
import { lineUnits } from './taxFacts.ts';

const SOL = 1_000_000_000n;
/** A wallet that no transaction may write to, so a line to it fails and is left over. */
const RESERVED = 'Sysvar1111111111111111111111111111111111111';

describe.concurrent('a new tax wallet', () => {
  it('pays what its own swaps bring: what the old one had left over is not asked of it', async () => {
    await withTax({ seed: 'a new tax wallet' }, async (tax) => {
      const { wallets } = await tax.config();
      const most = wallets.map((wallet) => (wallet.isLottery ? { ...wallet, percentage: 60 } : wallet));
      await store(tax, [...most, newWallet(1, 10, RESERVED)]);
      await tradeMuch(tax);
      const first = await tax.cycle();
      expect([first.state, BigInt(first.carriedOutLamports ?? 0) > SOL / 10n]).toEqual(['done', true]);

      await emptyTaxWallet(tax);
      await changeTaxWallet(tax);
      await store(tax, wallets);
      await tradeMuch(tax);
      const second = await tax.cycle();
      expect([second.state, second.carriedInLamports]).toEqual(['done', '0']);
      expect(lineUnits(second)).toBe(BigInt(second.proceedsLamports ?? 0) - BigInt(second.feesLamports ?? 0));
      expect(await alertsOf(tax)).toEqual(['tax-line', 'tax-carried']);
    });
  });

  it('pays nothing of a cycle that the old one has sold: a person closes it, and the next cycle is paid', async () => {
    await withTax({ seed: 'a new tax wallet in a cycle' }, async (tax) => {
      await tax.config();
      const database = await tax.lottery.worker.database();
      const active = await database.prepare('SELECT version, change_id FROM distribution_active').first();
      // Without a configuration the cycle waits between its swap and its distribution.
      await database.prepare('DELETE FROM distribution_active').run();
      await tradeMuch(tax);
      await tax.collect();
      const sold = await eventually(
        async () => (await tax.report()).cycles[0],
        (cycle) => cycle?.state === 'distribute' && cycle.proceedsLamports !== null,
      );
      await database
        .prepare("INSERT INTO distribution_active (config_id, version, change_id) VALUES ('tax-distribution', ?, ?)")
        .bind(active?.version ?? null, active?.change_id ?? null)
        .run();
      // With enough SOL to pay that cycle from its own.
      const next = await changeTaxWallet(tax, 10n * SOL);
      await tax.collect();
      await eventually(
        () => alertsOf(tax),
        (kinds) => kinds.includes('tax-refused'),
      );
      expect(await tax.sol(next)).toBe(10n * SOL);
      // The next cycle begins with that: the swap itself has withheld a fee.
      await close(tax, sold?.id ?? 0);
      const second = await tax.ended(sold?.id);
      expect([second.state, second.carriedInLamports]).toEqual(['done', '0']);
      expect(await alertsOf(tax)).toEqual(['tax-config', 'tax-refused', 'tax-kept']);
    });
  });
});

/** Trades so much that the tax of it is worth more than a SOL. */
async function tradeMuch(tax: TaxLottery): Promise<void> {
  tax.world.exchanges.setPrices({ godSol: 0.000_01 });
  await tax.trade(3, 1_000_000n * GOD);
}

/** Writes the wallets into the version in force, unchecked. */
async function store(tax: TaxLottery, wallets: readonly object[]): Promise<void> {
  const database = await tax.lottery.worker.database();
  await database.prepare('UPDATE distribution_versions SET wallets = ?').bind(JSON.stringify(wallets)).run();
}

async function alertsOf(tax: TaxLottery): Promise<readonly string[]> {
  const database = await tax.lottery.worker.database();
  const { results } = await database.prepare("SELECT key FROM alerts WHERE key LIKE 'tax-%' ORDER BY rowid").all();
  return results.map(({ key }) => String(key).split(':')[0] ?? '');
}

async function close({ world, lottery }: TaxLottery, cycle: number): Promise<void> {
  const response = await fetch(`${lottery.url}/api/admin/operations/cycles/${cycle}/close`, {
    ...{ method: 'POST', body: JSON.stringify({ reason: 'another tax wallet' }) },
    headers: { 'content-type': 'application/json', 'x-admin-key': world.adminKey },
  });
  expect([response.status, await response.text()]).toEqual([200, '{"success":true}']);
}

/** As a thief of its key does. */
async function emptyTaxWallet({ world, sol }: TaxLottery): Promise<void> {
  const { taxWallet, runtime } = world;
  const lamports = (await sol(taxWallet.publicKey)) - 5_000n;
  const theft = { fromPubkey: taxWallet.publicKey, toPubkey: Keypair.generate().publicKey, lamports };
  await sendTransaction(runtime.connection, [SystemProgram.transfer(theft)], [taxWallet]);
}

/** Deploys another key of the tax wallet, as `npm run rotate -- tax` says, with 0.2 SOL. */
async function changeTaxWallet({ world, lottery }: TaxLottery, lamports = SOL / 5n) {
  const { publicKey, secretKey } = Keypair.generate();
  await world.runtime.fundSol(publicKey, lamports);
  await lottery.worker.restart({ ...lottery.settings, TAX_SECRET_KEY: base58.encode(secretKey) });
  return publicKey;
}
