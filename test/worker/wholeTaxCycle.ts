import { planDistribution } from '../../src/tax/planDistribution.ts';
import type { createTaxStore } from '../../worker/store/tax/taxCycles.ts';
import { ADMIN, POOL } from '../domain/distributionWallets.ts';

export const NOW = 1_790_000_000_000;
export const CONFIG = { version: 4, wallets: [POOL, ADMIN] };
export const newCycle = (id: number) => ({
  slot: 400,
  ...{ id, currency: 'SOL' as const, configVersion: CONFIG.version },
  ...{ withheld: 5_000_000_000n, inMint: 0n, unsold: 1_000_000n },
  harvests: [
    { amount: 3_000_000_000n, accounts: ['a', 'b'] },
    { amount: 2_000_000_000n, accounts: ['c'] },
  ],
});
export const PLAN = {
  ...planDistribution({
    ...{ currency: 'SOL', proceeds: 50_000n, carriedIn: 0n, feesPaid: 25_000n, feePerPart: 5_000n },
    wallets: CONFIG.wallets,
  }),
  ...{ currency: 'SOL' as const, carriedIn: 0n, unpayable: new Set<number>() },
  pool: { wallet: POOL.address, lines: [POOL.address] },
};

type Tax = ReturnType<typeof createTaxStore>;

/** Begins a cycle that has harvested. */
export async function toWithdraw(tax: Tax, id: number, altered: Partial<Parameters<Tax['start']>[0]> = {}) {
  const { harvests } = { ...newCycle(id), ...altered };
  await tax.start({ ...newCycle(id), ...altered });
  for (const part of harvests.keys())
    await tax.settleStep(
      { cycle: id, name: 'harvest', part },
      { status: 'confirmed', signature: `h${part}`, fee: 5_000n },
    );
  await tax.move(id, 'harvest', 'withdraw');
}

/** A cycle that has gone all the way; `FAILED`: the chain refused the payments. */
export async function wholeCycle(tax: Tax, id: number, payments: 'SUCCESS' | 'FAILED' = 'SUCCESS'): Promise<void> {
  await toWithdraw(tax, id);
  await tax.addStep({ cycle: id, name: 'withdraw', part: 0, amount: 5_000_000_000n, currency: 'GOD' });
  await tax.settleStep({ cycle: id, name: 'withdraw', part: 0 }, { status: 'confirmed', signature: 'w', fee: 10_000n });
  await tax.move(id, 'withdraw', 'swap');
  await tax.addStep({ cycle: id, name: 'swap', part: 0, amount: 5_001_000_000n, currency: 'GOD' });
  await tax.swapped(id, { signature: 's', fee: 5_000n, sold: 5_001_000_000n, proceeds: 50_000n });
  await tax.plan(id, PLAN);
  await tax.settleStep(
    { cycle: id, name: 'distribute', part: 0 },
    { status: payments === 'SUCCESS' ? 'final' : 'failed', signature: 'd', fee: 5_000n },
    payments,
  );
  await tax.finish(id, { fees: 30_000n, carriedOut: 0n });
}
