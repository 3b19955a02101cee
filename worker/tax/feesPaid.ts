import { agreeOnLanded } from './agreeOnFigures.ts';
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
