/** An offer as it was once seen: lamports for an amount of GOD (base units), and the time in unix milliseconds. */
export interface PriceLook {
  readonly at: number;
  readonly amount: bigint;
  readonly lamports: bigint;
}

/** A price that only time can confirm has to last this long. */
const STANDING_MS = 10 * 60_000;

/** Whether an amount is more than 30% below `from`. */
export const isFar = (amount: bigint, from: bigint) => amount * 10n < from * 7n;

/** Whether an offer differs from the earlier look by more than 30% in price, either way: then the time begins again. */
export function hasMoved(look: PriceLook, offer: Omit<PriceLook, 'at'>): boolean {
  const [then, now] = [look.lamports * offer.amount, offer.lamports * look.amount];
  return isFar(now, then) || isFar(then, now);
}

/** Whether an offer has the price that was seen at least ten minutes ago. */
export function hasStood(look: PriceLook | null, offer: Omit<PriceLook, 'at'>, now: number): boolean {
  return look !== null && now - look.at >= STANDING_MS && !hasMoved(look, offer);
}
