import { readOutcomes } from '../chain/ledger/readOutcome.ts';
import type { TaxCycle } from '../store/rows/taxRows.ts';
import type { SettledStep } from '../store/tax/taxSteps.ts';
import type { TaxContext } from './context.ts';

/**
 * Harvests and the withdrawal were left as confirmed. Marks those as final that enough nodes call final; the others
 * stay as they are.
 */
export async function finalizeSteps({ tax, rpc }: TaxContext, cycle: TaxCycle): Promise<void> {
  const steps = (await tax.steps(cycle.id)).flatMap((step) =>
    step.status === 'confirmed' && step.signature !== null ? [{ ...step, signature: step.signature }] : [],
  );
  const outcomes = await readOutcomes(
    rpc,
    steps.map(({ signature }) => signature),
  );
  const final = steps.flatMap((step): SettledStep[] => {
    const outcome = outcomes.get(step.signature);
    if (outcome?.seen !== 'finalized' || outcome.error !== null) return [];
    return [{ step, outcome: { status: 'final', signature: step.signature, fee: step.fee } }];
  });
  if (final.length > 0) await tax.settleSteps(final);
}
