import { createTransferCheckedInstruction, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token';
import {
  type AddressLookupTableAccount,
  ComputeBudgetProgram,
  type Connection,
  type Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import type { Amm } from './amm/openAmm.ts';
import { jupiterSale, raydiumSale } from './amm/poolSale.ts';
import { associatedAccount } from './associatedAccount.ts';
import { GOD_DECIMALS } from './createMint.ts';

/** A sale that a wallet has asked an exchange for. */
export interface SwapDeal {
  readonly exchange: 'raydium' | 'jupiter';
  /** Who sells, base58. */
  readonly wallet: string;
  /** GOD base units. */
  readonly amount: bigint;
  readonly lamports: bigint;
}

/** A transaction before it is compiled and signed by the market-maker, to be changed by a test that plays a hostile exchange. */
export interface SwapDraft {
  readonly feePayer: PublicKey;
  readonly instructions: readonly TransactionInstruction[];
  readonly blockhash: string;
  /** Everyone who signs for the exchange; a signer without whom the transaction stays incomplete is the wallet. */
  readonly signers: readonly Keypair[];
  readonly lookupTables: readonly AddressLookupTableAccount[];
}

export interface Trader {
  readonly connection: Connection;
  readonly mint: PublicKey;
  /** Buys the GOD and pays the SOL, where no pool does. */
  readonly marketMaker: Keypair;
  readonly amm: Amm | null;
}

const COMPUTE_UNITS = 60_000;
/** Micro-lamports a unit. */
const COMPUTE_PRICE = 1_000;
/** What the worker asks exchanges to offer. */
const POOL_COMPUTE_PRICE = 10_000;

/**
 * The market-maker's honest draft: GOD from the seller to it, SOL from it to the seller, all or nothing; the seller pays the fee. Where
 * there is a pool, the exchange's own way to sell through it.
 */
export async function draftSwap({ connection, mint, marketMaker, amm }: Trader, deal: SwapDeal): Promise<SwapDraft> {
  const seller = new PublicKey(deal.wallet);
  const buyer = marketMaker.publicKey;
  const { blockhash } = await connection.getLatestBlockhash('confirmed');
  if (amm !== null) {
    const sale = { pool: amm.pool, seller, ...deal, computePrice: POOL_COMPUTE_PRICE };
    const instructions = deal.exchange === 'raydium' ? await raydiumSale(connection, sale) : jupiterSale(sale);
    return { feePayer: seller, blockhash, instructions, signers: [], lookupTables: [] };
  }
  const [from, to] = [associatedAccount(mint, seller), associatedAccount(mint, buyer)];
  return {
    feePayer: seller,
    blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: COMPUTE_UNITS }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: COMPUTE_PRICE }),
      createTransferCheckedInstruction(from, mint, to, seller, deal.amount, GOD_DECIMALS, [], TOKEN_2022_PROGRAM_ID),
      SystemProgram.transfer({ fromPubkey: buyer, toPubkey: seller, lamports: deal.lamports }),
    ],
    signers: [marketMaker],
    lookupTables: [],
  };
}

/** A v0 transaction signed by all but the seller, base64. */
export function finishDraft({ feePayer, instructions, blockhash, signers, lookupTables }: SwapDraft): string {
  const message = new TransactionMessage({
    payerKey: feePayer,
    recentBlockhash: blockhash,
    instructions: [...instructions],
  }).compileToV0Message([...lookupTables]);
  const transaction = new VersionedTransaction(message);
  transaction.sign([...signers]);
  return Buffer.from(transaction.serialize()).toString('base64');
}
