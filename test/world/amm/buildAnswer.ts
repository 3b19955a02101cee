import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import type { Pool } from './createPool.ts';
import { jupiterParts } from './poolSale.ts';

export interface BuildInput {
  readonly pool: Pool;
  /** Base58. */
  readonly taker: string;
  readonly amount: bigint;
  readonly lamports: bigint;
}

/** What Jupiter's `/swap/v2/build` answers beside the quote: instructions, here without lookup tables. */
export function buildAnswer({ pool, taker, amount, lamports }: BuildInput): object {
  const sale = { pool, seller: new PublicKey(taker), amount, lamports, computePrice: 0 };
  const { setup, swap, cleanup } = jupiterParts(sale);
  return {
    computeBudgetInstructions: [],
    setupInstructions: [written(setup)],
    swapInstruction: written(swap),
    cleanupInstruction: written(cleanup),
    otherInstructions: [],
    tipInstruction: null,
    addressesByLookupTableAddress: null,
    blockhashWithMetadata: { blockhash: Array(32).fill(0), lastValidBlockHeight: 1 },
  };
}

function written({ programId, keys, data }: TransactionInstruction): object {
  const accounts = keys.map(({ pubkey, isSigner, isWritable }) => ({
    pubkey: pubkey.toBase58(),
    isSigner,
    isWritable,
  }));
  return { programId: programId.toBase58(), accounts, data: data.toString('base64') };
}
