import { isUnknown } from '../swap/check/refusal.ts';
import type { Preparation } from '../swap/prepareSwap.ts';
import type { TaxContext } from './context.ts';

/**
 * Tells a person of every transaction of an exchange that was not signed, once for each cycle and reason: it was
 * dishonest, or it is not known here.
 */
export async function refuseSwap(context: TaxContext, cycle: number, { refusals }: Preparation): Promise<void> {
  for (const { exchange, reason, detail } of refusals) {
    if (isUnknown(reason)) {
      await context.raiseAlert(
        `swap-unknown:${cycle}:${exchange}:${reason}`,
        `${exchange} offered a swap of a kind that is not known here (${detail}). It was not signed; the GOD is kept. It may be something new that has to be learnt.`,
      );
      continue;
    }
    await context.raiseAlert(
      `swap-refused:${cycle}:${exchange}:${reason}`,
      `${exchange} wanted a transaction signed that is not an honest swap (${detail}). It was not signed; the GOD is kept.`,
    );
  }
}
