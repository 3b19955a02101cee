/** An offer that was seen at a time (unix milliseconds): lamports for an amount of GOD in base units. */
export interface PriceLook {
  readonly at: number;
  readonly amount: bigint;
  readonly lamports: bigint;
}

/** A price that only time can confirm has to stand for this long. */
const STANDING_MS = 10 * 60_000;

/** Whether an amount is more than 30% below `from`. */
const isFar = (amount: bigint, from: bigint) => amount * 10n < from * 7n;

/** Whether the price of the offer or that of the earlier look is more than 30% below the other. */
export function hasMoved(look: PriceLook, offer: Omit<PriceLook, 'at'>): boolean {
  const [then, now] = [look.lamports * offer.amount, offer.lamports * look.amount];
  return isFar(now, then) || isFar(then, now);
}

/**
 * Whether the earlier look is at least ten minutes old, and the offer is at most 30% below its price. A higher offer
 * harms nobody. False when there was no earlier look.
 */
export function hasStood(look: PriceLook | null, offer: Omit<PriceLook, 'at'>, now: number): boolean {
  return (
    look !== null && now - look.at >= STANDING_MS && !isFar(offer.lamports * look.amount, look.lamports * offer.amount)
  );
}

export interface Market {
  /** All exchanges' offers for the same amount, lamports, the best first. */
  readonly offers: readonly bigint[];
  /** What the amount would bring by a price that does not come from these quotes; null when none is known. */
  readonly reference: bigint | null;
  /** What the best of Raydium's pools would pay now, according to the chain; null when that is not known. */
  readonly poolPays: bigint | null;
}

/** `unsure`: used only once its price has stood for a while. `doubtful`: never used. */
export type Verdict =
  | { readonly kind: 'good' }
  | { readonly kind: 'unsure'; readonly problem: string }
  | { readonly kind: 'doubtful'; readonly problem: string };

const GOOD: Verdict = { kind: 'good' };

/**
 * A quote that is too high harms nobody: its transaction is refused if it promises less than 99% of the quote, and
 * fails if it cannot keep its promise. A quote that is too low would sell the tax for nothing. So every quote needs a
 * witness that does not come from the same exchange.
 *
 * - Two quotes that agree within 30% are each other's witness. The best of Raydium's pools ("the pool") is a witness
 *   too: a quote may be at most 1% below what the pool would pay.
 * - Quote and witness may both follow a pool that somebody emptied a moment ago. So a quote with a witness, if it is
 *   below half of the reference, is used only after its price has stood for ten minutes. The same holds when only the
 *   pool vouches for it and there is no reference.
 * - A sole quote without a pool must be at least half of the reference. Without a reference it is not used, because
 *   whoever can silence the other exchange would set the price.
 * - If two quotes disagree and there is no pool, the higher one must be at least half of the reference. The lower one
 *   must be at most 30% below the reference: it is used when the better quote fails, and its exchange may have caused
 *   that. Without a reference neither is used.
 */
export function weighQuote(offer: bigint, { offers, reference, poolPays }: Market): Verdict {
  const [best = offer, ...others] = offers;
  if (poolPays !== null && offer * 100n < poolPays * 99n) return doubtful('offers less than the pool itself would pay');
  const isAgreed = others.length > 0 && others.every((other) => !isFar(other, best));
  // A tiny amount may have a price of 0 by rounding. That is no price, because any quote would be above half of it.
  const known = reference !== null && reference > 0n ? reference : null;
  if (isAgreed || poolPays !== null) {
    if (known === null)
      return isAgreed ? GOOD : unsure('is the first price there is, and only the pool vouches for it');
    return offer * 2n < known ? unsure('offers less than half of the last known price') : GOOD;
  }
  if (known === null)
    return doubtful(
      others.length === 0
        ? 'a sole quote needs a price to compare it with'
        : 'disagrees with the other exchange, and no price is known to compare them with',
    );
  if (offer * 2n < known) return doubtful('offers less than half of the last known price');
  if (isFar(offer, best) && isFar(offer, known)) return doubtful('offers far less than the other exchange');
  return GOOD;
}

const doubtful = (problem: string): Verdict => ({ kind: 'doubtful', problem });
const unsure = (problem: string): Verdict => ({ kind: 'unsure', problem });
