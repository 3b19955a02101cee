import type { MayFail } from '../../src/tax/cycle.ts';
import type { TaxCycle } from '../store/taxRows.ts';
import type { TaxContext } from './context.ts';
import { failTax } from './failTax.ts';
import { SLACK_SECONDS, searchTaxMemos } from './searchTaxMemos.ts';

/**
 * After a restored database a cycle may stand before a swap or a plan whose outcome has been distributed under its
 * very id. What is at hand now is later GOD: it is the next cycle's, which has a name of its own.
 */
export async function isDistributed(context: TaxContext, cycle: TaxCycle, from: MayFail): Promise<boolean> {
  const memos = await searchTaxMemos(context, cycle.id - SLACK_SECONDS, (memo) => memo.cycle === cycle.id);
  if (memos.length === 0) return false;
  await context.raiseAlert(
    `tax-distributed:${cycle.id}`,
    `Tax cycle ${cycle.id} is at "${cycle.state}" in the database, and its distribution ${memos[0]?.signature} is on chain: was the database restored? Nothing is paid again.`,
  );
  const detail = `its distribution ${memos[0]?.signature} is on chain`;
  await failTax(context, cycle, { from, reason: 'already-distributed', detail });
  return true;
}
