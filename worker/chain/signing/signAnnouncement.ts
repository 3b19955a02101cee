import { base58 } from '@scure/base';
import { ComputeBudgetProgram, Keypair, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';
import type { Address } from '../../../src/address/address.ts';
import { announcedOf, announceMemo } from '../../../src/terms/announceMemo.ts';
import { announceInstructions, announcers, type DraftInstruction } from '../../../src/terms/announcement.ts';
import type { Terms } from '../../../src/terms/Terms.ts';
import type { RecentBlockhash } from '../accounts/readChain.ts';
import type { SignedTransaction } from './transactions.ts';

/** Enough on mainnet for the memo of the longest announcement with three signers. */
const COMPUTE_UNITS = 250_000;

export interface AnnouncementInput {
  readonly terms: Terms;
  /** The pool wallet of the terms that counted before these; null for the first terms. */
  readonly poolBefore: Address | null;
  /** The keys, 64 bytes each, of all signers: the authority, the pool wallet, and the pool wallet before it. */
  readonly secretKeys: readonly Uint8Array[];
  readonly blockhash: Pick<RecentBlockhash, 'blockhash' | 'lastValidBlockHeight'>;
  /** Micro-lamports per compute unit. */
  readonly computePrice: number;
  readonly markRent: bigint;
}

/**
 * Signs the announcement of terms in its one form: docs/protocol.md, section 13. Throws a RangeError when a key is
 * missing.
 */
export function signAnnouncement(input: AnnouncementInput): Omit<SignedTransaction, 'blockhash'> {
  const { terms, poolBefore, secretKeys, blockhash, computePrice, markRent } = input;
  const { mint, authority, pool } = terms;
  const signers = announcers(authority, pool, poolBefore);
  const pairs = new Map(
    secretKeys.map((key) => Keypair.fromSecretKey(key)).map((pair) => [pair.publicKey.toBase58(), pair]),
  );
  const due = signers.map((signer) => {
    const pair = pairs.get(signer);
    if (pair === undefined) throw new RangeError(`the key of ${signer}, which has to sign, is not here`);
    return pair;
  });
  const memo = new TextEncoder().encode(announceMemo(announcedOf(terms)));
  const instructions = announceInstructions({ mint, authority, k: terms.terms, signers, memo, rent: markRent });
  const transaction = new Transaction({ feePayer: new PublicKey(authority), ...blockhash }).add(
    ComputeBudgetProgram.setComputeUnitLimit({ units: COMPUTE_UNITS }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: computePrice }),
    ...instructions.map(instructionOf),
  );
  transaction.sign(...due);
  return {
    bytes: transaction.serialize().toString('base64'),
    signature: base58.encode(Uint8Array.from(transaction.signature ?? new Uint8Array())),
  };
}

function instructionOf({ program, accounts, data }: DraftInstruction): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(program),
    keys: accounts.map(({ address, ...flags }) => ({ pubkey: new PublicKey(address), ...flags })),
    data: Buffer.from(data),
  });
}
