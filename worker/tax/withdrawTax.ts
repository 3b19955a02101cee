import { readHarvested } from '../chain/accounts/readMint.ts';
import { type Step, waitFor } from '../engine/runSteps.ts';
import { isOver } from '../store/journal/journal.ts';
import type { TaxCycle } from '../store/rows/taxRows.ts';
import { agreeOnLanded, slotReached } from './agreeOnFigures.ts';
import { mayLag, moved, POLL_MS, type TaxContext } from './context.ts';
import { readSigning } from './offer.ts';
import { stepKey } from './stepKeys.ts';

const MAX_ATTEMPTS = 3;
const PART = 0;

/** `withdraw → swap` (or `distribute` in a cycle in GOD): everything the mint withholds goes to the tax wallet. */
export async function withdrawTax(context: TaxContext, cycle: TaxCycle): Promise<Step> {
  const { rpc, journal, pursue, signer, settings, tax } = context;
  const step = { cycle: cycle.id, name: 'withdraw', part: PART } as const;
  let inMint = 0n;
  let landed: string | null = null;
  // Strangers' trades and harvests change the amount all the time. The decision only needs to know whether there is
  // any.
  const readWithheld = async () => {
    const from = await slotReached({ journal }, cycle.id);
    return rpc.agree({
      about: 'the fees that the mint withholds',
      ask: (node) => readHarvested(node, settings.mint, from),
      isSame: ({ value: a }, { value: b }) => a > 0n === b > 0n,
    });
  };
  const pursuit = await pursue({
    key: stepKey(cycle.id, step.name, PART),
    mayResend: true,
    async maySign(attempts) {
      if (attempts.length < MAX_ATTEMPTS && !attempts.some(isOver)) inMint = await readWithheld();
      return inMint > 0n;
    },
    async sign(attempt) {
      await tax.addStep({ ...step, amount: inMint, currency: 'GOD' });
      return signer.signWithdrawal(await readSigning(context, attempt));
    },
  });
  if (pursuit.kind !== 'idle') {
    if (pursuit.slot === null) return waitFor(context, context.pollAgain(pursuit));
    const { signature } = pursuit.row;
    const { fee, godChange } = await agreeOnLanded(context, signature);
    await tax.settleStep(step, { status: 'confirmed', signature, fee, amount: godChange });
    await settleHarvest(context, cycle, godChange);
    landed = signature;
  } else if (pursuit.attempts.length === 0 && (await isLagging(context, cycle))) {
    return waitFor(context, POLL_MS);
  } else if (pursuit.attempts.some(isOver)) {
    return waitFor(context, POLL_MS);
  } else {
    // The step may be there without an attempt: its signing may have failed, or a restored database may have forgotten
    // the attempt.
    await tax.settleStep(step, { status: 'failed', signature: null, fee: null });
    if (pursuit.attempts.length > 0)
      await context.raiseAlert(
        `tax-withdraw:${cycle.id}`,
        `The withdrawal of tax cycle ${cycle.id} failed ${pursuit.attempts.length} times (${pursuit.attempts.at(-1)?.proof ?? ''}). Is TAX_AUTHORITY_SECRET_KEY the mint's withdraw authority?`,
      );
  }
  const next = cycle.currency === 'SOL' ? 'swap' : 'distribute';
  return moved(context, await tax.move(cycle.id, 'withdraw', next, landed));
}

/**
 * Whether there may be fees in a mint that looks empty. A node may answer from before a harvest that another node has
 * confirmed.
 */
async function isLagging({ tax, now }: TaxContext, cycle: TaxCycle): Promise<boolean> {
  const harvests = await tax.steps(cycle.id, 'harvest');
  return harvests.some((step) => step.status === 'confirmed') && mayLag(cycle, now());
}

/**
 * A harvest takes what is withheld when it lands, which may be more than was seen. The amount that came out of the mint
 * tells how much the harvests really took. The difference is added to the first harvest, that of the fullest accounts.
 */
async function settleHarvest({ tax }: TaxContext, cycle: TaxCycle, withdrawn: bigint): Promise<void> {
  const harvests = (await tax.steps(cycle.id, 'harvest')).filter((step) => step.status === 'confirmed');
  const [first] = harvests;
  const seen = harvests.reduce((sum, step) => sum + step.amount, 0n);
  const more = withdrawn - cycle.inMint - seen;
  if (first === undefined || more <= 0n) return;
  const { signature, fee } = first;
  await tax.settleStep(first, { status: 'confirmed', signature, fee, amount: first.amount + more });
}
