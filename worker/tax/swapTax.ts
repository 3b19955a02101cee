import { LAMPORTS_PER_SIGNATURE } from '../../src/money/networkFee.ts';
import type { CycleFailure } from '../../src/tax/cycle.ts';
import { LINES_A_PART } from '../../src/tax/planDistribution.ts';
import type { LandedTransaction } from '../chain/ledger/readLanded.ts';
import { AGAIN, type Step, waitFor } from '../engine/runSteps.ts';
import { isOver, type JournalRow } from '../store/journal/journal.ts';
import type { TaxCycle } from '../store/rows/taxRows.ts';
import { hasMoved } from '../swap/exchanges/weighQuote.ts';
import type { Preparation, PreparedSwap } from '../swap/prepareSwap.ts';
import { agreeOnGod, agreeOnLanded } from './agreeOnFigures.ts';
import { AFTER_GAP, AFTER_GAP_MS, mayLag, moved, POLL_MS, sinceState, type TaxContext } from './context.ts';
import { failTax, feesPaid, hadResult, isDistributed } from './failTax.ts';
import { refuseSwap, tellLostSwap } from './refuseSwap.ts';
import { stepKey } from './stepKeys.ts';

/** After this many dead attempts (the price moved away, or they expired), the GOD is kept for the next cycle. */
const MAX_ATTEMPTS = 3;
/** While no exchange gives a quote, the exchanges are asked again, for this long. Then the cycle is given up. */
const PATIENCE_MS = 30_000;
const ASK_AGAIN_MS = 5_000;
/** A price that has to stand for a while is looked at again after this long. */
const LOOK_AGAIN_MS = 60_000;
const PART = 0;

/** The result of a try to sell: a swap to sign, a reason to give the cycle up, or a reason to wait. */
type Attempted =
  | { readonly swap: PreparedSwap; readonly amount: bigint }
  | { readonly obstacle: CycleFailure; readonly detail: string | null }
  | { readonly wait: number; readonly problem: string };

/**
 * `swap → distribute`: sells the GOD that the tax wallet holds. What it brought is read from the finalized transaction,
 * not from the quote.
 */
export async function swapTax(context: TaxContext, cycle: TaxCycle): Promise<Step> {
  const { pursue, signer, tax, firstHand } = context;
  const step = { cycle: cycle.id, name: 'swap', part: PART } as const;
  const key = stepKey(cycle.id, step.name, PART);
  let tried: Attempted = { obstacle: 'swap-rejected', detail: null };
  const pursuit = await pursue({
    key,
    mayResend: true,
    async maySign(attempts) {
      if (attempts.some(isOver)) tried = { wait: POLL_MS, problem: 'An operator has closed the tax cycle.' };
      else if (attempts.length >= MAX_ATTEMPTS) return false;
      else if (!(await firstHand.mayWrite(cycle, key, attempts.length)))
        tried = { wait: AFTER_GAP_MS, problem: AFTER_GAP };
      else if (hadResult(context, cycle)) tried = { obstacle: 'already-distributed', detail: null };
      else tried = await trySelling(context, cycle, attempts.length);
      return 'swap' in tried;
    },
    async sign() {
      if (!('swap' in tried)) throw new Error('no swap was prepared');
      await tax.addStep({ ...step, amount: tried.amount, currency: 'GOD' });
      return signer.signSwap(tried.swap, tried.amount);
    },
  });
  if (pursuit.kind === 'pending') return waitFor(context, context.pollAgain(pursuit));
  if (pursuit.kind === 'final') {
    const { signature } = pursuit.row;
    return settle(context, cycle, signature, await agreeOnLanded(context, signature));
  }
  const result = tried as Attempted;
  if ('wait' in result) return waitFor(context, result.wait, result.problem);
  const died = diedText(pursuit.attempts);
  const { obstacle, detail } = 'obstacle' in result ? result : { obstacle: 'swap-rejected' as const, detail: null };
  // A node may answer from before the withdrawal, which another node has confirmed already.
  if (obstacle === 'nothing-collected' && mayLag(cycle, context.now())) return waitFor(context, POLL_MS);
  if (obstacle === 'exchange-unavailable' && sinceState(cycle, context.now()) < PATIENCE_MS)
    return waitFor(context, ASK_AGAIN_MS, 'No exchange gives a usable quote for the collected tax.');
  if (await isDistributed(context, cycle, 'swap')) return AGAIN;
  if (obstacle === 'swap-rejected') {
    await context.raiseAlert(`swap-rejected:${cycle.id}`, `The swap of tax cycle ${cycle.id} ${died}`);
  }
  return moved(context, await failTax(context, cycle, { from: 'swap', reason: obstacle, detail: detail ?? died }));
}

async function trySelling(context: TaxContext, cycle: TaxCycle, attempt: number): Promise<Attempted> {
  const atHand = await agreeOnGod(context, cycle.id);
  if (context.firstHand.afterGap(cycle.id) !== null) {
    // A node may answer from before the withdrawal, and then GOD seems to be lost.
    if (mayLag(cycle, context.now())) return { wait: POLL_MS, problem: AFTER_GAP };
    await tellLostSwap(context, cycle, atHand);
  }
  const { maxSwap } = context.settings;
  const amount = atHand < maxSwap ? atHand : maxSwap;
  if (amount === 0n) return { obstacle: 'nothing-collected', detail: 'the tax wallet holds no GOD' };
  const referenceLamports = await context.lastWorth(amount);
  const swap = await context.prepareSwap({ amount, referenceLamports, firstLook: cycle.firstLook, attempt });
  await refuseSwap(context, cycle.id, swap);
  if (!swap.ok) return obstacleOf(context, cycle, swap);
  return (await isWorthIt(context, cycle, swap.swap))
    ? { swap: swap.swap, amount }
    : { obstacle: 'below-fees', detail: `${swap.swap.minimumLamports} lamports for ${amount} base units of GOD` };
}

async function obstacleOf(
  context: TaxContext,
  cycle: TaxCycle,
  swap: Extract<Preparation, { readonly ok: false }>,
): Promise<Attempted> {
  switch (swap.kind) {
    case 'refused':
      return { obstacle: 'swap-refused', detail: refusalsText(swap) };
    case 'unknown':
      return { obstacle: 'swap-unknown', detail: refusalsText(swap) };
    case 'unavailable':
      return {
        obstacle: swap.reason === 'below-fees' ? 'below-fees' : 'exchange-unavailable',
        detail: swap.detail,
      };
    case 'disagreement':
      return { wait: ASK_AGAIN_MS, problem: swap.detail };
    case 'unsure':
      await notePrice(context, cycle, swap);
      return {
        wait: LOOK_AGAIN_MS,
        problem: 'The price of GOD is not confirmed yet: it has to stand for ten minutes.',
      };
  }
}

/** Why the transaction of each exchange was not signed. If no transaction was refused, what else went wrong. */
const refusalsText = ({ refusals, detail }: Preparation & { readonly detail: string }) =>
  refusals.length === 0
    ? detail
    : refusals.map((each) => `${each.exchange}: ${each.reason} (${each.detail})`).join('; ');

/** How the attempts ended, in words; null when there were none. */
function diedText(attempts: readonly JournalRow[]): string | null {
  return attempts.length === 0 ? null : `failed ${attempts.length} times: ${attempts.at(-1)?.proof ?? ''}`;
}

/**
 * Stores the offered price with the present time, and tells operators of it. Does nothing while offers stay near the
 * stored price: a price is believed ten minutes after it was first seen. The ten minutes begin again if an offer is not
 * near it, or if the stored time is in the future because a clock was ahead.
 */
async function notePrice(
  context: TaxContext,
  cycle: TaxCycle,
  { offer, detail }: Extract<Preparation, { readonly kind: 'unsure' }>,
): Promise<void> {
  const { firstLook } = cycle;
  if (firstLook !== null && firstLook.at <= context.now() && !hasMoved(firstLook, offer)) return;
  await context.tax.look(cycle.id, offer);
  await context.raiseAlert(
    `tax-price:${cycle.id}`,
    `The exchanges offer ${offer.lamports} lamports for ${offer.amount} base units of GOD (${detail}). The GOD is sold at this price if the price stands for ten minutes.`,
  );
}

/**
 * Whether a swap brings more than the cycle costs: its fees so far, those of the swap and the distribution, and what
 * earlier cycles overspent.
 */
async function isWorthIt(context: TaxContext, cycle: TaxCycle, swap: PreparedSwap): Promise<boolean> {
  const wallets = cycle.config?.wallets.filter((wallet) => wallet.isActive).length ?? 1;
  const parts = BigInt(Math.ceil(wallets / LINES_A_PART.SOL));
  const { lamports: carried } = await context.tax.carriedOver();
  const costs = (await feesPaid(context, cycle.id)) + swap.feeLamports + parts * LAMPORTS_PER_SIGNATURE;
  return swap.minimumLamports + (carried < 0n ? carried : 0n) > costs;
}

/** The amount, or 0 if it is negative, because what a swap sold and brought is stored without a sign. */
const positive = (amount: bigint) => (amount > 0n ? amount : 0n);

async function settle(
  context: TaxContext,
  cycle: TaxCycle,
  signature: string,
  { fee, solChange, godChange }: LandedTransaction,
): Promise<Step> {
  const sold = positive(-godChange);
  // What the exchange paid: without the fee, which is counted with the cycle's other fees.
  const proceeds = positive(solChange + fee);
  if (sold === 0n || proceeds === 0n) {
    await context.raiseAlert(
      `tax-swap:${cycle.id}`,
      `The swap ${signature} changed our GOD by ${godChange} and our lamports by ${solChange}: that is no sale. Please look at it.`,
    );
  }
  return moved(context, await context.tax.swapped(cycle.id, { signature, fee, sold, proceeds }));
}
