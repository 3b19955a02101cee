import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import type { Address } from '../../../src/address/address.ts';
import { type LookupTable, readTable } from '../check/lookupTable.ts';

/** An instruction as an exchange writes it. Its addresses are valid, and its data is base64. */
export interface PlainInstruction {
  readonly programId: string;
  readonly accounts: readonly { readonly pubkey: string; readonly isSigner: boolean; readonly isWritable: boolean }[];
  readonly data: string;
}

/** What a swap is made of: all instructions that an exchange wants, and the lookup tables that it would use. */
export interface SwapParts {
  readonly instructions: readonly PlainInstruction[];
  readonly tables: readonly Address[];
}

export interface SwapFrame {
  readonly wallet: Address;
  readonly blockhash: string;
  /** As they are on chain: what the exchange says about them is not used. */
  readonly tables: readonly LookupTable[];
}

/** A direct sale takes under 300,000 units on either of Raydium's kinds of pool. */
const COMPUTE_UNITS = 600_000;
/** Micro-lamports a unit. At 600,000 units this is 6,000 lamports, as Raydium's own transaction pays. */
const COMPUTE_PRICE = 10_000;

/**
 * Makes an unsigned v0 transaction of an exchange's instructions. Null when they do not fit into one. Nothing is judged
 * here: the result is checked like a transaction that an exchange made.
 */
export function buildSwap({ instructions }: SwapParts, { wallet, blockhash, tables }: SwapFrame): Uint8Array | null {
  try {
    const message = new TransactionMessage({
      payerKey: new PublicKey(wallet),
      recentBlockhash: blockhash,
      instructions: [
        ComputeBudgetProgram.setComputeUnitLimit({ units: COMPUTE_UNITS }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: COMPUTE_PRICE }),
        ...instructions.map(instructionOf),
      ],
    }).compileToV0Message(tables.flatMap(tableOf));
    return new VersionedTransaction(message).serialize();
  } catch {
    return null;
  }
}

function instructionOf({ programId, accounts, data }: PlainInstruction): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(programId),
    keys: accounts.map(({ pubkey, isSigner, isWritable }) => ({ pubkey: new PublicKey(pubkey), isSigner, isWritable })),
    data: Buffer.from(data, 'base64'),
  });
}

function tableOf(table: LookupTable): AddressLookupTableAccount[] {
  const listed = readTable(table);
  if (typeof listed === 'string') return [];
  const addresses = listed.map((each) => new PublicKey(each));
  const state = { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses };
  return [new AddressLookupTableAccount({ key: new PublicKey(table.address), state })];
}
