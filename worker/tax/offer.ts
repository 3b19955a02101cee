import { agreeOnBlockhash } from '../chain/signing/readSigning.ts';
import type { TaxContext } from './context.ts';
import type { TaxSigning } from './taxSigner.ts';

const RISE = 4;
const LEAST = 1_000;
/** 0.00004 SOL a transaction: a part of a cycle's proceeds at any size that is worth a cycle. */
const MOST = 100_000;

/**
 * Micro-lamports per compute unit. Nobody waits for the tax by the second: the first attempt (0) offers nothing, each
 * one after an expiry more. What others offer for our wallet is not asked: a stranger could set that.
 */
function offer(attempt: number): number {
  return attempt === 0 ? 0 : Math.min(MOST, LEAST * RISE ** (attempt - 1));
}

/** A fresh blockhash whose end enough nodes agree on, and what a transaction of the tax wallet has to offer. */
export async function readSigning({ rpc }: Pick<TaxContext, 'rpc'>, attempt: number): Promise<TaxSigning> {
  return { blockhash: await agreeOnBlockhash(rpc, attempt), computePrice: offer(attempt) };
}

/** As `readSigning`, for transactions that are signed together: one blockhash serves all that are at the same attempt. */
export function createReadSigning(context: Pick<TaxContext, 'rpc'>): (attempt: number) => Promise<TaxSigning> {
  const read = new Map<number, Promise<TaxSigning>>();
  return (attempt) => {
    const known = read.get(attempt) ?? readSigning(context, attempt);
    read.set(attempt, known);
    return known;
  };
}
