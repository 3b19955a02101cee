import '../world/quietBindings.ts';
import { expect, it } from 'vitest';
import { newWallet, type TaxLottery, withTax } from './startTax.ts';

it('a split that a restored database brings back is told to people, and a split that they activate is not told twice', async () => {
  await withTax({ seed: 'an old split' }, async (tax) => {
    const database = await tax.lottery.worker.database();
    // Version 1, of the fresh database.
    await tax.collect();
    expect(await backAgain(tax)).toEqual([]);
    const helper = newWallet(1, 30);
    await tax.configure(({ wallets }) => [
      ...wallets.map((wallet) => ({ ...wallet, percentage: wallet.isLottery ? 70 : 0 })),
      helper,
    ]);
    await tax.collect();
    expect(await backAgain(tax)).toEqual([]);
    // The database goes back to before the activation.
    await database.batch([
      database.prepare('DELETE FROM distribution_changes WHERE new_version > 1'),
      database.prepare('UPDATE distribution_active SET version = 1'),
      database.prepare('DELETE FROM distribution_versions WHERE version > 1'),
    ]);
    // Another process sees it, too.
    await tax.lottery.worker.restart();
    for (let i = 0; i < 2; i++) await tax.collect();
    const [told, ...others] = await backAgain(tax);
    expect(others).toEqual([]);
    expect(told).toMatch(/^Version 1 of the tax distribution is in force again, and version 2 was/);
    expect(told).toContain('removed Wallet 1');
    expect(told).toContain('Admin 0.00% → 30.00%');
  });
});

/** The alerts about a split that is in force again. */
async function backAgain({ lottery }: TaxLottery): Promise<readonly string[]> {
  const database = await lottery.worker.database();
  const { results } = await database
    .prepare("SELECT message FROM alerts WHERE key LIKE 'distribution-changed:%' AND message LIKE '%in force again%'")
    .all();
  return results.map(({ message }) => String(message));
}
