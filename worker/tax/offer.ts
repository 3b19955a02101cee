import { readBlockhash, readComputePrice } from '../chain/readChain.ts';
import { COMPUTE_PRICE } from '../chain/transactions.ts';
import type { TaxContext } from './context.ts';
import type { TaxSigning } from './taxSigner.ts';

/** Nobody waits for the tax by the second: it offers what others do, and be it nothing. */
export const USUAL_PRICE = { ...COMPUTE_PRICE, min: 0 };
const RISE = 4;

/** Micro-lamports per compute unit: what is usual, and more with every attempt that expired. The first attempt is 0. */
export function offer(usual: number, attempt: number): number {
  if (attempt === 0) return usual;
  return Math.min(COMPUTE_PRICE.max, Math.max(usual, COMPUTE_PRICE.min) * RISE ** attempt);
}

/** A fresh blockhash, and what a transaction of the tax wallet has to offer. */
export function readSigning(
  { rpc, settings }: Pick<TaxContext, 'rpc' | 'settings'>,
  attempt: number,
): Promise<TaxSigning> {
  return rpc.read(async (node) => ({
    blockhash: await readBlockhash(node),
    computePrice: offer(await readComputePrice(node, settings.taxWallet.address, USUAL_PRICE), attempt),
  }));
}
