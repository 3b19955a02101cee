import type { CycleFailure } from '../../src/tax/cycle.ts';
import { LINES_A_PART } from '../../src/tax/planDistribution.ts';
import { type LandedTransaction, readLanded } from '../chain/readLanded.ts';
import { readTokenAmount } from '../chain/readTokenAmount.ts';
import { LAMPORTS_PER_SIGNATURE } from '../chain/transactions.ts';
import { AGAIN, type Step, waitFor } from '../services/context.ts';
import type { TaxCycle } from '../store/taxRows.ts';
import type { PreparedSwap } from '../swap/prepareSwap.ts';
import { LAG_MS, POLL_MS, stepKey, type TaxContext } from './context.ts';
import { failTax } from './failTax.ts';
import { feesPaid } from './feesPaid.ts';
import { findLostSwap } from './findLostSwap.ts';
import { isDistributed } from './isDistributed.ts';
import { refuseSwap } from './refuseSwap.ts';

/** After so many attempts that died (a price that ran away, an expiry) the GOD is kept for the next cycle. */
const MAX_ATTEMPTS = 3;
/** An exchange that gives no quote is asked again for so long before the cycle is given up. */
const PATIENCE_MS = 30_000;
const ASK_AGAIN_MS = 5_000;
const PART = 0;

/** `swap → distribute`: sells the GOD at hand. What arrived is read from the finalized transaction, never from the quote. */
export async function swapTax(context: TaxContext, cycle: TaxCycle): Promise<Step> {
  const { pursue, rpc, signer, settings, tax, journal } = context;
  const step = { cycle: cycle.id, name: 'swap', part: PART } as const;
  const key = stepKey(cycle.id, step.name, PART);
  const found: { swap: PreparedSwap | null; amount: bigint; obstacle: CycleFailure } = {
    swap: null,
    amount: 0n,
    obstacle: 'swap-rejected',
  };

  if ((await journal.attempts(key)).length === 0) {
    const lost = await findLostSwap(context, cycle);
    if (lost.kind === 'wait') return waitFor(context, POLL_MS);
    if (lost.kind === 'found') {
      await tax.addStep({ ...step, amount: positive(-lost.transaction.godChange), currency: 'GOD' });
      return settle(context, cycle, lost.signature, lost.transaction);
    }
    if (await isDistributed(context, cycle)) return AGAIN;
  }

  const pursuit = await pursue({
    key,
    mayResend: true,
    async maySign(attempts) {
      if (attempts.length >= MAX_ATTEMPTS) return false;
      const atHand = await rpc.read((node) => readTokenAmount(node, context.ownAccount));
      const amount = atHand < settings.maxSwap ? atHand : settings.maxSwap;
      found.amount = amount;
      if (amount === 0n) {
        found.obstacle = 'nothing-collected';
        return false;
      }
      const swap = await context.prepareSwap({ amount, referenceLamports: await context.lastWorth(amount) });
      await refuseSwap(context, cycle.id, swap);
      if (!swap.ok) found.obstacle = obstacleOf(swap);
      else if (await isWorthIt(context, cycle, swap.swap)) found.swap = swap.swap;
      else found.obstacle = 'below-fees';
      return found.swap !== null;
    },
    async sign() {
      if (found.swap === null) throw new Error('no swap was prepared');
      await tax.addStep({ ...step, amount: found.amount, currency: 'GOD' });
      return signer.signSwap(found.swap, found.amount);
    },
  });

  if (pursuit.kind === 'pending') return waitFor(context, POLL_MS);
  if (pursuit.kind === 'final') {
    const { signature } = pursuit.row;
    const landed = await rpc.read((node) => readLanded(node, { signature, mint: settings.mint }));
    return settle(context, cycle, signature, landed);
  }
  // A node may answer from before the withdrawal that another one has confirmed.
  if (found.obstacle === 'nothing-collected' && context.now() - cycle.stateSince < LAG_MS)
    return waitFor(context, POLL_MS);
  if (found.obstacle === 'exchange-unavailable' && context.now() - cycle.stateSince < PATIENCE_MS)
    return waitFor(context, ASK_AGAIN_MS, 'No exchange gives a usable quote for the collected tax.');
  if (pursuit.attempts.length > 0) await tax.settleStep(step, { status: 'failed', signature: null, fee: null });
  if (found.obstacle === 'swap-rejected') {
    await context.raiseAlert(
      `swap-rejected:${cycle.id}`,
      `The swap of tax cycle ${cycle.id} died ${pursuit.attempts.length} times: ${pursuit.attempts.at(-1)?.proof ?? ''}`,
    );
  }
  await failTax(context, cycle, found.obstacle);
  return AGAIN;
}

function obstacleOf({ kind, reason }: { readonly kind: string; readonly reason: string }): CycleFailure {
  if (kind === 'refused') return 'swap-refused';
  return reason === 'below-fees' ? 'below-fees' : 'exchange-unavailable';
}

/** Whether a swap brings more than the cycle costs: what it has cost, the swap, the distribution, and what earlier ones overspent. */
async function isWorthIt(context: TaxContext, cycle: TaxCycle, swap: PreparedSwap): Promise<boolean> {
  const wallets = cycle.config?.wallets.filter((wallet) => wallet.isActive).length ?? 1;
  const parts = BigInt(Math.ceil(wallets / LINES_A_PART.SOL));
  const carried = await context.tax.carriedOver();
  const costs = (await feesPaid(context, cycle.id)) + swap.feeLamports + parts * LAMPORTS_PER_SIGNATURE;
  return swap.outLamports + (carried < 0n ? carried : 0n) > costs;
}

/** What moved the wrong way is 0: the row must stay readable. */
const positive = (amount: bigint) => (amount > 0n ? amount : 0n);

async function settle(
  context: TaxContext,
  cycle: TaxCycle,
  signature: string,
  { fee, solChange, godChange }: LandedTransaction,
): Promise<Step> {
  const step = { cycle: cycle.id, name: 'swap', part: PART } as const;
  const sold = positive(-godChange);
  // The fee is one of the cycle's: what the exchange paid is the change without it.
  const proceeds = positive(solChange + fee);
  if (sold === 0n || proceeds === 0n) {
    await context.raiseAlert(
      `tax-swap:${cycle.id}`,
      `The swap ${signature} changed our GOD by ${godChange} and our lamports by ${solChange}: that is no sale. Please look at it.`,
    );
  }
  await context.tax.settleStep(step, { status: 'final', signature, fee, amount: sold });
  await context.tax.swapped(cycle.id, { sold, proceeds });
  return AGAIN;
}
