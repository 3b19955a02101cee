import type { Preparation } from '../swap/prepareSwap.ts';
import type { TaxContext } from './context.ts';

/** Tells a person of every transaction of an exchange that was not signed, once per cycle and reason. */
export async function refuseSwap(context: TaxContext, cycle: number, { refusals }: Preparation): Promise<void> {
  for (const { exchange, reason, detail } of refusals) {
    await context.raiseAlert(
      `swap-refused:${cycle}:${exchange}:${reason}`,
      `${exchange} wanted a transaction signed that is not an honest swap (${detail}). It was not signed; the GOD is kept.`,
    );
  }
}
