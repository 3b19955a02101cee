import { createTaxStore } from '../../../worker/store/tax/taxCycles.ts';
import { CONFIG, newCycle, wholeCycle } from '../wholeTaxCycle.ts';

/** Versions of settings: three earlier ones and the one of the cycles. */
const VERSIONS = [1, 2, 3, CONFIG.version];

/** Two tax cycles that went all the way and one that failed, a few hours before `at` (unix seconds). */
export async function seedTax(db: D1Database, at: number): Promise<void> {
  const wallets = JSON.stringify(CONFIG.wallets);
  await db.batch(
    VERSIONS.map((version) =>
      db
        .prepare(
          `INSERT INTO distribution_versions (config_id, version, change_id, wallets, made_at, made_by)
           VALUES ('tax-distribution', ?, ?, ?, ?, 'ops')`,
        )
        .bind(version, `change ${version}`, wallets, at * 1000),
    ),
  );
  const tax = createTaxStore(db, () => at * 1000);
  await wholeCycle(tax, at - 7_200);
  await wholeCycle(tax, at - 3_600);
  const failed = at - 1_800;
  await tax.start(newCycle(failed));
  await tax.move(failed, 'harvest', 'withdraw');
  await tax.move(failed, 'withdraw', 'swap');
  await tax.fail(failed, {
    from: 'swap',
    reason: 'exchange-unavailable',
    detail: 'no answer',
    fees: 5_000n,
    carriedOut: 0n,
  });
}
