import type { PriceReading } from '../../src/price/reading.ts';
import type { TaxStore } from '../store/tax/taxCycles.ts';

export interface LastWorthInput {
  readonly tax: Pick<TaxStore, 'lastSwap'>;
  /** The price of GOD in SOL that was stored last. */
  readonly prices: { read(): Promise<PriceReading | null> };
}

/** GOD has 6 decimals and SOL 9. So a price in SOL per GOD times a thousand is lamports per base unit. */
const LAMPORTS_PER_UNIT = 1_000;

/**
 * What an amount of GOD (base units) was last worth in lamports; null when that is not known. The last swap's price
 * always counts, because it is on chain. The stored price counts only when at least two of its sources agreed. The
 * higher of the two prices is used, because a liar would push a price down.
 */
export function createLastWorth({ tax, prices }: LastWorthInput): (amount: bigint) => Promise<bigint | null> {
  return async (amount) => {
    const [swap, feed] = await Promise.all([tax.lastSwap(), prices.read()]);
    const bySwap = swap === null || swap.sold === 0n ? null : (amount * swap.proceeds) / swap.sold;
    const witnesses = feed?.sources.filter((source) => source.success).length ?? 0;
    const isAgreed = witnesses >= 2 && feed?.confidence !== 'low';
    const byFeed =
      feed === null || !isAgreed ? null : BigInt(Math.floor(Number(amount) * feed.price * LAMPORTS_PER_UNIT));
    return bySwap === null || (byFeed !== null && byFeed > bySwap) ? byFeed : bySwap;
  };
}
