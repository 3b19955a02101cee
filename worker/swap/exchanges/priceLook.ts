/** An offer as it was seen once: lamports for an amount of GOD (base units), at a time in unix milliseconds. */
export interface PriceLook {
  readonly at: number;
  readonly amount: bigint;
  readonly lamports: bigint;
}

/** A price that only time can vouch for has to stand this long. */
const STANDING_MS = 10 * 60_000;

/** More than 30% of `from` are missing. */
export const isFar = (amount: bigint, from: bigint) => amount * 10n < from * 7n;

/** Whether an offer is at another price than the look was, by more than 30% either way: then the time begins anew. */
export function hasMoved(look: PriceLook, offer: Omit<PriceLook, 'at'>): boolean {
  const [then, now] = [look.lamports * offer.amount, offer.lamports * look.amount];
  return isFar(now, then) || isFar(then, now);
}

/** Whether an offer is at the price that was seen at least ten minutes ago. */
export function hasStood(look: PriceLook | null, offer: Omit<PriceLook, 'at'>, now: number): boolean {
  return look !== null && now - look.at >= STANDING_MS && !hasMoved(look, offer);
}
