import type { MayFail } from '../../src/tax/cycle.ts';
import type { TaxCycle } from '../store/rows/taxRows.ts';
import type { FailedCycle } from '../store/tax/taxTransitions.ts';
import { agreeOnLanded } from './agreeOnFigures.ts';
import { carriedInto } from './carriedInto.ts';
import type { TaxContext } from './context.ts';
import { cycleKey, stepKey } from './stepKeys.ts';

/**
 * Lamports of fees that the chain has taken for a cycle so far: for attempts that landed, and for those that landed and
 * failed. An attempt that the journal calls expired cost nothing.
 */
export async function feesPaid(
  context: Pick<TaxContext, 'tax' | 'journal' | 'rpc' | 'settings'>,
  cycle: number,
): Promise<bigint> {
  const { tax, journal } = context;
  let sum = 0n;
  const steps = await tax.steps(cycle);
  const keys = new Set(steps.map((step) => stepKey(cycle, step.name, step.part)));
  for (const { key, state, signature } of await journal.under(cycleKey(cycle)))
    if (state === 'failed' && keys.has(key)) sum += (await agreeOnLanded(context, signature)).fee;
  for (const step of steps) sum += step.status === 'failed' ? 0n : (step.fee ?? 0n);
  return sum;
}

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
  // A distribution on chain has already paid out what was carried in, less its fees. Fees of a distribution in GOD come
  // from the reserve.
  const isSettled = failure.reason === 'already-distributed';
  const carriedOut = isSettled || cycle.currency === 'GOD' ? 0n : (await carriedInto(context, cycle)) - fees;
  await tax.fail(cycle.id, { ...failure, fees, carriedOut });
}

/** Parts of the cycle are on chain, or it had ended: this database has lost what came of it. */
export function hadResult({ firstHand }: Pick<TaxContext, 'firstHand'>, { id }: Pick<TaxCycle, 'id'>): boolean {
  const known = firstHand.afterGap(id);
  return known !== null && (known.hasEnded || known.parts.length > 0);
}

/**
 * In a restored database a cycle may stand before its swap or plan, although its result was distributed under the same
 * id, or it had ended without one. The GOD at hand now came later: it belongs to the next cycle, which has its own id.
 */
export async function isDistributed(context: TaxContext, cycle: TaxCycle, from: MayFail): Promise<boolean> {
  if (!hadResult(context, cycle)) return false;
  const [part] = context.firstHand.afterGap(cycle.id)?.parts ?? [];
  const detail = part ? `its distribution ${part.signature} is on chain` : 'a later cycle had been begun';
  const rest = part ? ' What it has not paid out stays in the tax wallet.' : '';
  await context.raiseAlert(
    `tax-distributed:${cycle.id}`,
    `Tax cycle ${cycle.id} is at "${cycle.state}" in the database, and ${detail}: was the database restored? Nothing is paid again.${rest}`,
  );
  await failTax(context, cycle, { from, reason: 'already-distributed', detail });
  return true;
}
