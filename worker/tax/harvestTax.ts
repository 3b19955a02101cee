import { type Step, waitFor } from '../engine/runSteps.ts';
import { isOver } from '../store/journal/journal.ts';
import type { TaxCycle } from '../store/rows/taxRows.ts';
import type { SettledStep } from '../store/tax/taxSteps.ts';
import { moved, type TaxContext } from './context.ts';
import { hasNews, landedAs } from './landedAs.ts';
import { createReadSigning } from './offer.ts';
import { stepKey } from './stepKeys.ts';

/** After this many dead attempts at a transaction, its accounts are left to the next cycle. */
const MAX_ATTEMPTS = 3;

/**
 * `harvest → withdraw`: moves the withheld fees of the planned accounts into the mint. The cycle goes on once the
 * transactions are `confirmed`, because a harvest that is repeated does no harm.
 */
export async function harvestTax(context: TaxContext, cycle: TaxCycle): Promise<Step> {
  const { pursueAll, signer, tax } = context;
  const pending = (await tax.steps(cycle.id, 'harvest')).filter((step) => step.status === 'pending');
  const readSigning = createReadSigning(context);
  const { pursued, fault } = await pursueAll(
    pending.map((step) => ({
      step,
      key: stepKey(step.cycle, step.name, step.part),
      mayResend: true,
      maySign: async (attempts) => attempts.length < MAX_ATTEMPTS && !attempts.some(isOver),
      sign: async (attempt) => signer.signHarvest(step.accounts ?? [], await readSigning(attempt)),
    })),
  );
  const settled: SettledStep[] = [];
  let soonest = Number.POSITIVE_INFINITY;
  for (const { intention, pursuit } of pursued) {
    const { step } = intention;
    if (pursuit.kind === 'idle') settled.push({ step, outcome: { status: 'failed', signature: null, fee: null } });
    else if (pursuit.slot !== null) settled.push({ step, outcome: landedAs(pursuit.row, 'confirmed') });
    else soonest = Math.min(soonest, context.pollAgain(pursuit));
  }
  const isDone = settled.length === pending.length;
  if (settled.length > 0 && (isDone || !hasNews(pursued))) await tax.settleSteps(settled);
  if (fault !== null) throw fault;
  if (!isDone) return waitFor(context, soonest);
  return moved(context, await tax.move(cycle.id, 'harvest', 'withdraw'));
}
