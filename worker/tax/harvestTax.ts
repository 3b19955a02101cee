import { AGAIN, type Step, waitFor } from '../engine/runSteps.ts';
import type { TaxCycle } from '../store/rows/taxRows.ts';
import type { SettledStep } from '../store/tax/taxSteps.ts';
import type { TaxContext } from './context.ts';
import { createReadSigning } from './offer.ts';
import { hasNews, type LandedStep, settleLanded } from './settleLanded.ts';
import { stepKey } from './stepKeys.ts';

/** After this many dead attempts, the accounts are left to the next cycle. */
const MAX_ATTEMPTS = 3;

/**
 * `harvest → withdraw`: moves the withheld fees of the planned accounts into the mint. It goes on once they are
 * `confirmed`: repeating a harvest does no harm.
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
      maySign: async (attempts) => attempts.length < MAX_ATTEMPTS,
      sign: async (attempt) => signer.signHarvest(step.accounts ?? [], await readSigning(attempt)),
    })),
  );
  const landed: LandedStep[] = [];
  const given: SettledStep[] = [];
  let soonest = Number.POSITIVE_INFINITY;
  for (const { intention, pursuit } of pursued) {
    const { step } = intention;
    if (pursuit.kind === 'idle') given.push({ step, outcome: { status: 'failed', signature: null, fee: null } });
    else if (pursuit.slot !== null) {
      const { signature, attempt } = pursuit.row;
      landed.push({ step, signature, attempt, status: 'confirmed' });
    } else soonest = Math.min(soonest, context.pollAgain(pursuit));
  }
  const isDone = landed.length + given.length === pending.length;
  if (isDone || !hasNews(pursued)) await settleLanded(context, landed, given);
  if (fault !== null) throw fault;
  if (!isDone) return waitFor(context, soonest);
  await tax.move(cycle.id, 'harvest', 'withdraw');
  return AGAIN;
}
