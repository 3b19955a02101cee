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

/** A transaction before the market-maker compiles and signs it. A test that plays a hostile exchange may change it. */
export interface SwapDraft {
  readonly feePayer: PublicKey;
  readonly instructions: readonly TransactionInstruction[];
  readonly blockhash: string;
  /** All keys that sign for the exchange. The seller's wallet is not among them: its signature is still missing. */
  readonly signers: readonly Keypair[];
  readonly lookupTables: readonly AddressLookupTableAccount[];
}

export interface Trader {
  readonly connection: Connection;
  readonly mint: PublicKey;
  /** Buys the GOD and pays the SOL, where there is no pool. */
  readonly marketMaker: Keypair;
  readonly amm: Amm | null;
}

const COMPUTE_UNITS = 60_000;
/** Micro-lamports a unit. */
const COMPUTE_PRICE = 1_000;
/** The price that the worker asks of exchanges. */
const POOL_COMPUTE_PRICE = 10_000;

/**
 * The honest draft: in one transaction GOD goes from the seller to the market-maker and SOL from the market-maker to
 * the seller, who pays the fee. Where there is a pool, the draft sells to the pool in the exchange's own way.
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
