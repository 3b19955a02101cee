import { base58 } from '@scure/base';
import {
  ComputeBudgetProgram,
  type Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js';
import { address } from '../../../src/address/address.ts';
import { addressWithSeed } from '../../../src/address/addressWithSeed.ts';
import { LAMPORTS_PER_SIGNATURE } from '../../../src/money/networkFee.ts';
import type { PlacedWinner } from '../../../src/protocol/terms/lock.ts';
import { MEMO_PROGRAM } from '../accounts/programs.ts';
import type { RecentBlockhash } from '../accounts/readChain.ts';

/** A transaction as it will be sent: its bytes in base64 and the signature it will be known by. */
export interface SignedTransaction {
  readonly bytes: string;
  readonly signature: string;
  readonly blockhash: RecentBlockhash;
}

/**
 * Micro-lamports per compute unit. By this price, a transaction of `COMPUTE_UNITS` pays 0.000025 to 0.00025 SOL. Not
 * less, because a commitment has only the short time between its lock and T in which to land.
 */
const COMPUTE_PRICE = { min: 100_000, max: 1_000_000 };

/** The bounds of the price for an attempt; attempts count from 0. Each doubles the lower bound, up to the upper one. */
export function computePriceBounds(attempt: number): { readonly min: number; readonly max: number } {
  return { min: Math.min(COMPUTE_PRICE.max, COMPUTE_PRICE.min * 2 ** attempt), max: COMPUTE_PRICE.max };
}
/** Mainnet's memo program takes 112,948 units for the longest commitment (279 bytes). */
const COMPUTE_UNITS = 250_000;
/** The most that a commitment or a payout can cost in fees. */
export const MAX_FEE_LAMPORTS = LAMPORTS_PER_SIGNATURE + BigInt(COMPUTE_UNITS * COMPUTE_PRICE.max) / 1_000_000n;

/** The most transactions of one commitment that may cost a fee. Its mark lets only one of them succeed. */
export const MOST_COMMITMENTS = 4;
/** The most that a round costs beside its prizes: both marks, and the highest fees of all its transactions. */
export const roundCosts = (markRent: bigint): bigint => 2n * markRent + BigInt(MOST_COMMITMENTS + 1) * MAX_FEE_LAMPORTS;

export const MARK_BYTES = 1;

/**
 * The instructions that make a mark: they send the full rent for one byte to the address that base and seed give, and
 * allocate that byte. A second allocation fails, and its whole transaction with it: so the chain refuses a second
 * commitment or payment of an hour. `createAccountWithSeed` would not do: it fails once a stranger has sent a
 * lamport to the address.
 */
export function markInstructions(base: PublicKey, seed: string, rent: bigint): TransactionInstruction[] {
  const mark = new PublicKey(addressWithSeed(address(base.toBase58()), seed));
  return [
    SystemProgram.transfer({ fromPubkey: base, toPubkey: mark, lamports: rent }),
    SystemProgram.allocate({
      accountPubkey: mark,
      basePubkey: base,
      seed,
      space: MARK_BYTES,
      programId: SystemProgram.programId,
    }),
  ];
}

/** One plain transfer for each winner, in the given order. */
export function prizeInstructions(pool: PublicKey, winners: readonly PlacedWinner[]): TransactionInstruction[] {
  return winners.map(({ address: winner, lamports }) =>
    SystemProgram.transfer({ fromPubkey: pool, toPubkey: new PublicKey(winner), lamports }),
  );
}

/** A memo that names its signer, so that the program checks the signature. */
export function memoInstruction(signer: PublicKey, text: string): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(MEMO_PROGRAM),
    keys: [{ pubkey: signer, isSigner: true, isWritable: false }],
    data: Buffer.from(text),
  });
}

export interface TransactionInput {
  readonly blockhash: RecentBlockhash;
  /** Micro-lamports per compute unit, within `COMPUTE_PRICE`. */
  readonly computePrice: number;
  readonly instructions: readonly TransactionInstruction[];
  /** Compute unit limit. The default is what a commitment or a payout may need. */
  readonly computeUnits?: number;
  /** Signs beside the signer when an instruction needs that. It may be the signer itself. */
  readonly coSigner?: Keypair;
}

/** Builds and signs a transaction; the signer also pays its fee. */
export function signTransaction(signer: Keypair, input: TransactionInput): SignedTransaction {
  const { blockhash, coSigner } = input;
  const transaction = draftTransaction(signer.publicKey, input);
  const hasCoSigner = coSigner !== undefined && !coSigner.publicKey.equals(signer.publicKey);
  transaction.sign(signer, ...(hasCoSigner ? [coSigner] : []));
  const [first] = transaction.signatures;
  if (!first?.signature) throw new Error('the transaction was not signed');
  return { bytes: transaction.serialize().toString('base64'), signature: encodeSignature(first.signature), blockhash };
}

export interface DraftTransaction {
  readonly bytes: string;
}

/** Builds a transaction as `signTransaction` would, without a signature. */
export function draftUnsigned(feePayer: PublicKey, input: TransactionInput): DraftTransaction {
  const draft = draftTransaction(feePayer, input);
  return { bytes: draft.serialize({ verifySignatures: false }).toString('base64') };
}

function draftTransaction(
  feePayer: PublicKey,
  { blockhash, computePrice, instructions, computeUnits = COMPUTE_UNITS }: TransactionInput,
): Transaction {
  if (computePrice > COMPUTE_PRICE.max) throw new RangeError(`a compute price of ${computePrice} is above the cap`);
  const { lastValidBlockHeight } = blockhash;
  const transaction = new Transaction({ feePayer, blockhash: blockhash.blockhash, lastValidBlockHeight });
  return transaction.add(
    ComputeBudgetProgram.setComputeUnitLimit({ units: computeUnits }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: computePrice }),
    ...instructions,
  );
}

function encodeSignature(bytes: Uint8Array): string {
  return base58.encode(Uint8Array.from(bytes));
}
