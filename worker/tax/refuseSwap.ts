import type { TaxCycle } from '../store/rows/taxRows.ts';
import { isUnknown } from '../swap/check/refusal.ts';
import type { Preparation } from '../swap/prepareSwap.ts';
import type { TaxContext } from './context.ts';

/**
 * Tells a person of every transaction of an exchange that was not signed because it was dishonest or is not known here.
 * There is one alert for each cycle, exchange and reason.
 */
export async function refuseSwap(context: TaxContext, cycle: number, { refusals }: Preparation): Promise<void> {
  for (const { exchange, reason, detail } of refusals) {
    if (isUnknown(reason)) {
      await context.raiseAlert(
        `swap-unknown:${cycle}:${exchange}:${reason}`,
        `${exchange} offered a swap of a kind that is not known here (${detail}). It was not signed; the GOD is kept. It may be a new kind of swap, which a newer version of this software has to learn.`,
      );
      continue;
    }
    await context.raiseAlert(
      `swap-refused:${cycle}:${exchange}:${reason}`,
      `${exchange} wanted a transaction signed that is not an honest swap (${detail}). It was not signed; the GOD is kept.`,
    );
  }
}

/**
 * After a gap in our record, tells a person if the tax wallet holds less GOD than the cycle has collected. A swap that
 * the database has forgotten may have sold the rest.
 */
export async function tellLostSwap(
  { tax, raiseAlert }: Pick<TaxContext, 'tax' | 'raiseAlert'>,
  cycle: TaxCycle,
  atHand: bigint,
): Promise<void> {
  const harvests = (await tax.steps(cycle.id, 'harvest')).filter(({ status }) => status !== 'failed');
  const collected = harvests.reduce((sum, { amount }) => sum + amount, cycle.inMint + cycle.unsold);
  if (atHand >= collected) return;
  await raiseAlert(
    `tax-lost-swap:${cycle.id}`,
    `Tax cycle ${cycle.id} has collected ${collected} base units of GOD, and the tax wallet holds only ${atHand}. Was the database restored? If so, it may have forgotten a swap that sold the missing GOD. The SOL of such a swap is in the tax wallet, and nothing distributes it. Please look at the wallet's transactions since the cycle began.`,
  );
}

/**
 * Tells a person that a forgotten swap may have sold the GOD of a cycle that, by our record, is closed before its swap.
 * Called after a gap in that record. How much GOD the tax wallet holds proves nothing, because the withdrawal may not
 * have landed. No alert is raised if `firstHand` has noted a later cycle (this one had ended by then), or if it has
 * noted all attempts of this one and no swap among them.
 */
export async function tellUnknownSwap(
  { firstHand, raiseAlert }: Pick<TaxContext, 'firstHand' | 'raiseAlert'>,
  { id }: Pick<TaxCycle, 'id'>,
): Promise<void> {
  const newest = await firstHand.newest();
  if (newest !== null && (newest.cycle > id || (newest.cycle === id && !newest.maySwap))) return;
  await raiseAlert(
    `tax-lost-swap:${id}`,
    `Tax cycle ${id} ends before its swap, and the database may have forgotten a swap: was the database restored? If such a swap sold GOD, its SOL is in the tax wallet, and nothing distributes it. Please look at the wallet's transactions since the cycle began.`,
  );
}
