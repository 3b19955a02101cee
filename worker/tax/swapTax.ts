import type { CycleFailure } from '../../src/tax/cycle.ts';
import { readHistoryPage } from '../chain/readHistory.ts';
import { type LandedTransaction, readLanded } from '../chain/readLanded.ts';
import { readTokenAmount } from '../chain/readTokenAmount.ts';
import { AGAIN, type Step, waitFor } from '../services/context.ts';
import type { TaxCycle } from '../store/taxRows.ts';
import type { PreparedSwap } from '../swap/prepareSwap.ts';
import { LAG_MS, POLL_MS, stepKey, type TaxContext } from './context.ts';
import { failTax } from './failTax.ts';
import { refuseSwap } from './refuseSwap.ts';
import { SLACK_SECONDS, searchTaxMemos } from './searchTaxMemos.ts';

/** After so many attempts that died (a price that ran away, an expiry) the GOD is kept for the next cycle. */
const MAX_ATTEMPTS = 3;
/** An exchange that gives no quote is asked again for so long before the cycle is given up. */
const PATIENCE_MS = 30_000;
const ASK_AGAIN_MS = 5_000;
const PART = 0;

/** `swap → distribute`: sells the GOD at hand. What arrived is read from the finalized transaction, never from the quote. */
export async function swapTax(context: TaxContext, cycle: TaxCycle): Promise<Step> {
  const { pursue, rpc, signer, settings, tax } = context;
  const step = { cycle: cycle.id, name: 'swap', part: PART } as const;
  const key = stepKey(cycle.id, step.name, PART);
  const landed = (signature: string) => rpc.read((node) => readLanded(node, { signature, mint: settings.mint }));
  const found: { swap: PreparedSwap | null; amount: bigint; obstacle: CycleFailure } = {
    swap: null,
    amount: 0n,
    obstacle: 'swap-rejected',
  };

  const pursuit = await pursue({
    key,
    mayResend: true,
    async maySign(attempts) {
      if (attempts.length >= MAX_ATTEMPTS) return false;
      const atHand = await rpc.read((node) => readTokenAmount(node, context.ownAccount));
      const amount = atHand < settings.maxSwap ? atHand : settings.maxSwap;
      found.amount = amount;
      if (amount === 0n) found.obstacle = 'nothing-collected';
      if (amount === 0n || (attempts.length === 0 && (await findLostSwap(context, cycle)) !== null)) return false;
      const swap = await context.prepareSwap({ amount, referenceLamports: await context.lastWorth(amount) });
      await refuseSwap(context, cycle.id, swap);
      if (swap.ok) found.swap = swap.swap;
      else found.obstacle = obstacleOf(swap);
      return swap.ok;
    },
    async sign() {
      if (found.swap === null) throw new Error('no swap was prepared');
      await tax.addStep({ ...step, amount: found.amount, currency: 'GOD' });
      return signer.signSwap(found.swap, found.amount);
    },
  });

  if (pursuit.kind === 'pending') return waitFor(context, POLL_MS);
  if (pursuit.kind === 'final') {
    return settle(context, cycle, pursuit.row.signature, await landed(pursuit.row.signature));
  }
  if (pursuit.attempts.length === 0) {
    const lost = await findLostSwap(context, cycle);
    if (lost !== null) {
      await tax.addStep({ ...step, amount: -lost.transaction.godChange, currency: 'GOD' });
      return settle(context, cycle, lost.signature, lost.transaction);
    }
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

async function settle(
  context: TaxContext,
  cycle: TaxCycle,
  signature: string,
  { fee, solChange, godChange }: LandedTransaction,
): Promise<Step> {
  const step = { cycle: cycle.id, name: 'swap', part: PART } as const;
  await context.tax.settleStep(step, { status: 'final', signature, fee, amount: -godChange });
  // The fee is one of the cycle's: what the exchange paid is the change without it.
  await context.tax.swapped(cycle.id, { sold: -godChange, proceeds: solChange + fee });
  return AGAIN;
}

/** A cycle touches the account twice; strangers may touch it too, and must not make this long. */
const MAX_LOOK_UPS = 20;

/**
 * A swap that neither the journal nor any cycle knows: the database was restored to before it. Found by what it did to our GOD
 * account around the cycle, so that its proceeds are distributed and not forgotten. Not when another cycle's distribution came after
 * it: then they have been distributed, by a life of this database that is lost as well.
 */
async function findLostSwap(
  context: TaxContext,
  cycle: TaxCycle,
): Promise<{ signature: string; transaction: LandedTransaction } | null> {
  const { rpc, settings, ownAccount, tax } = context;
  const since = cycle.id - SLACK_SECONDS;
  const { rows } = await rpc.read((node) => readHistoryPage(node, { wallet: ownAccount, before: null, until: null }));
  const recent = rows.filter(
    (row) => row.err === null && (row.blockTime ?? 0) >= since && row.confirmationStatus === 'finalized',
  );
  const unknown = await tax.unknown(
    recent.slice(0, MAX_LOOK_UPS).map((row) => row.signature),
    since - SLACK_SECONDS,
  );
  for (const signature of unknown) {
    const transaction = await rpc.read((node) => readLanded(node, { signature, mint: settings.mint }));
    const isOurs = transaction.feePayer === settings.taxWallet.address;
    if (!isOurs || transaction.godChange >= 0n || transaction.solChange + transaction.fee <= 0n) continue;
    const others = await searchTaxMemos(context, cycle, (memo) => memo.cycle !== cycle.id);
    if (others.every((memo) => memo.slot < transaction.slot)) return { signature, transaction };
    await context.raiseAlert(
      `tax-lost-swap:${signature}`,
      `The swap ${signature} is not in the database, and a distribution that came after it is on chain. Nothing is paid for it again; please check the tax wallet.`,
    );
  }
  return null;
}
