import { agreeOnBlockhash } from '../chain/signing/readSigning.ts';
import type { TaxContext } from './context.ts';
import type { TaxSigning } from './taxSigner.ts';

const RISE = 4;
const LEAST = 1_000;
/** 0.00004 SOL a transaction, which is little compared with what any cycle brings. */
const MOST = 100_000;

/**
 * The price of a compute unit, micro-lamports. Nobody waits for the tax by the second. So the first attempt (0) offers
 * nothing, and each later one offers more, up to `MOST`. What others pay is not looked at, because a stranger could set
 * that.
 */
function offer(attempt: number): number {
  return attempt === 0 ? 0 : Math.min(MOST, LEAST * RISE ** (attempt - 1));
}

/** A new blockhash, on whose end enough nodes agree, and the price that a transaction of the tax wallet offers. */
export async function readSigning({ rpc }: Pick<TaxContext, 'rpc'>, attempt: number): Promise<TaxSigning> {
  return { blockhash: await agreeOnBlockhash(rpc, attempt), computePrice: offer(attempt) };
}

/**
 * As `readSigning`, for transactions that are signed together. Those with the same attempt number share one blockhash.
 */
export function createReadSigning(context: Pick<TaxContext, 'rpc'>): (attempt: number) => Promise<TaxSigning> {
  const read = new Map<number, Promise<TaxSigning>>();
  return (attempt) => {
    const known = read.get(attempt) ?? readSigning(context, attempt);
    read.set(attempt, known);
    return known;
  };
}
