import { AGAIN, type Step, waitFor } from '../engine/step.ts';
import type { TaxCycle, TaxStep } from '../store/taxRows.ts';
import { agreeOnLanded } from './agreeOnFigures.ts';
import { POLL_MS, stepKey, type TaxContext } from './context.ts';
import { readSigning } from './offer.ts';

const PARALLEL = 8;
/** After so many attempts that died the accounts are left to the next cycle. */
const MAX_ATTEMPTS = 3;

/**
 * `harvest → withdraw`: moves the withheld fees of the planned accounts into the mint. Goes on at `confirmed`:
 * repeating it harms nothing.
 */
export async function harvestTax(context: TaxContext, cycle: TaxCycle): Promise<Step> {
  const pending = (await context.tax.steps(cycle.id, 'harvest')).filter((step) => step.status === 'pending');
  for (let from = 0; from < pending.length; from += PARALLEL) {
    await Promise.all(pending.slice(from, from + PARALLEL).map((step) => harvest(context, step)));
  }
  const isDone = (await context.tax.steps(cycle.id, 'harvest')).every((step) => step.status !== 'pending');
  if (!isDone) return waitFor(context, POLL_MS);
  await context.tax.move(cycle.id, 'harvest', 'withdraw');
  return AGAIN;
}

async function harvest(context: TaxContext, step: TaxStep): Promise<void> {
  const { pursue, signer, tax } = context;
  const pursuit = await pursue({
    key: stepKey(step.cycle, step.name, step.part),
    mayResend: true,
    maySign: async (attempts) => attempts.length < MAX_ATTEMPTS,
    sign: async (attempt) => signer.signHarvest(step.accounts ?? [], await readSigning(context, attempt)),
  });
  if (pursuit.kind === 'idle') return tax.settleStep(step, { status: 'failed', signature: null, fee: null });
  if (pursuit.slot === null) return;
  const { signature } = pursuit.row;
  const { fee } = await agreeOnLanded(context, signature);
  await tax.settleStep(step, { status: 'confirmed', signature, fee });
}
