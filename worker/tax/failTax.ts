import type { TaxCycle } from '../store/rows/taxRows.ts';
import type { FailedCycle } from '../store/tax/taxTransitions.ts';
import type { TaxContext } from './context.ts';
import { feesPaid } from './feesPaid.ts';

/**
 * Ends a cycle without a distribution. Its GOD stays where it is. The network fees that it spent in vain are taken from
 * the next cycle's proceeds, so that the reserve does not drain.
 */
export async function failTax(
  context: TaxContext,
  cycle: TaxCycle,
  failure: Pick<FailedCycle, 'from' | 'reason' | 'detail'>,
): Promise<void> {
  const { tax } = context;
  const fees = await feesPaid(context, cycle.id);
  // The fees of a distribution in GOD are paid from the reserve.
  const carriedOut = (await tax.carriedOver()) - (cycle.currency === 'SOL' ? fees : 0n);
  await tax.fail(cycle.id, { ...failure, fees, carriedOut });
}
