import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js';
import type { Address } from '../../../src/address/address.ts';
import type { RecentBlockhash } from '../accounts/readChain.ts';
import { type SignedTransaction, signTransaction } from './transactions.ts';

interface Transfer {
  readonly to: Address;
  /** Lamports. */
  readonly lamports: bigint;
  readonly blockhash: RecentBlockhash;
  /** Micro-lamports for each compute unit. */
  readonly computePrice: number;
}

/** Compute limit, compute price and the transfer take 150 units each. */
const COMPUTE_UNITS = 1_000;

/** Signs a transfer with a wallet's secret key, 64 bytes. The transfer makes no mark, so it pays no round. */
export function signTransfer(
  secretKey: Uint8Array,
  { to, lamports, blockhash, computePrice }: Transfer,
): SignedTransaction {
  const key = Keypair.fromSecretKey(secretKey);
  const transfer = SystemProgram.transfer({ fromPubkey: key.publicKey, toPubkey: new PublicKey(to), lamports });
  return signTransaction(key, { blockhash, computePrice, computeUnits: COMPUTE_UNITS, instructions: [transfer] });
}
