/** What makes a reading of a price acceptable, and for how long it counts. */
export interface PriceRules {
  /** What one unit is priced in. */
  readonly currency: 'USD' | 'SOL';
  /** The least and the highest price that count. A source with another price counts as failed. */
  readonly min: number;
  readonly max: number;
  /** The price when no source succeeds and the last price would be stale; it is marked as the fallback. */
  readonly fallback: number;
  /** When a reading is this old, the sources are asked again. */
  readonly freshMs: number;
  /** A price older than this is marked stale. */
  readonly staleMs: number;
}

/** USD for one SOL. */
export const SOL_USD: PriceRules = {
  currency: 'USD',
  min: 50,
  max: 500,
  fallback: 152,
  freshMs: 120_000,
  staleMs: 300_000,
};

/** SOL for one GOD: anything above zero counts. */
export const GOD_SOL: PriceRules = {
  currency: 'SOL',
  min: Number.MIN_VALUE,
  max: Number.MAX_VALUE,
  fallback: 0.000_000_01,
  freshMs: 30_000,
  staleMs: 60_000,
};

/** Whether a source's price counts. NaN and the infinities never do. */
export function isAcceptable(rules: PriceRules, price: number): boolean {
  return price >= rules.min && price <= rules.max;
}
