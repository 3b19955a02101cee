import type { MayFail } from '../../src/tax/cycle.ts';
import type { TaxCycle } from '../store/rows/taxRows.ts';
import type { TaxContext } from './context.ts';
import { failTax } from './failTax.ts';

/**
 * In a restored database a cycle may stand before its swap or plan, although its result was distributed under the same
 * id. The GOD at hand now came later: it belongs to the next cycle, which has its own id.
 */
export async function isDistributed(context: TaxContext, cycle: TaxCycle, from: MayFail): Promise<boolean> {
  const [part] = context.firstHand.afterGap(cycle.id)?.parts ?? [];
  if (part === undefined) return false;
  const detail = `its distribution ${part.signature} is on chain`;
  await context.raiseAlert(
    `tax-distributed:${cycle.id}`,
    `Tax cycle ${cycle.id} is at "${cycle.state}" in the database, and ${detail}: was the database restored? Nothing is paid again.`,
  );
  await failTax(context, cycle, { from, reason: 'already-distributed', detail });
  return true;
}
