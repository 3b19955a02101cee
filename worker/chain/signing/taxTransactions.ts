import {
  createAssociatedTokenAccountIdempotentInstruction,
  createHarvestWithheldTokensToMintInstruction,
  createTransferCheckedInstruction,
  createWithdrawWithheldTokensFromMintInstruction,
} from '@solana/spl-token';
import { PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import type { Address } from '../../../src/address/address.ts';
import { GOD_DECIMALS } from '../../../src/money/god.ts';
import { TOKEN_2022_PROGRAM } from '../accounts/programs.ts';
import { godAccount } from '../accounts/tokenAccount.ts';

const PROGRAM = new PublicKey(TOKEN_2022_PROGRAM);
/** Accounts in one harvest. A transaction of 1,232 bytes has room for 29 beside compute budget and mint. */
export const HARVEST_ACCOUNTS = 24;

/** Moves the fees withheld in token accounts into the mint. An account that does not exist is skipped. */
export function harvestInstruction(mint: Address, accounts: readonly string[]): TransactionInstruction {
  return createHarvestWithheldTokensToMintInstruction(
    new PublicKey(mint),
    accounts.map((account) => new PublicKey(account)),
    PROGRAM,
  );
}

/** Moves everything that the mint withholds into the tax wallet's GOD account, which is made if it is missing. */
export function withdrawInstructions(of: {
  readonly mint: Address;
  readonly taxWallet: Address;
  readonly taxAuthority: Address;
}): TransactionInstruction[] {
  const mint = new PublicKey(of.mint);
  return [
    createGodAccount(of.mint, of.taxWallet, of.taxWallet),
    createWithdrawWithheldTokensFromMintInstruction(
      mint,
      new PublicKey(godAccount(of.mint, of.taxWallet)),
      new PublicKey(of.taxAuthority),
      [],
      PROGRAM,
    ),
  ];
}

export interface TaxPayment {
  readonly address: string;
  readonly amount: bigint;
}

/** Payments in SOL; amounts are lamports. */
export function solPayments(taxWallet: Address, lines: readonly TaxPayment[]): TransactionInstruction[] {
  return lines.map(({ address, amount }) =>
    SystemProgram.transfer({
      fromPubkey: new PublicKey(taxWallet),
      toPubkey: new PublicKey(address),
      lamports: amount,
    }),
  );
}

/** Payments in GOD, each into the receiver's associated account, which we make and pay for if it is missing. */
export function godPayments(mint: Address, taxWallet: Address, lines: readonly TaxPayment[]): TransactionInstruction[] {
  return lines.flatMap(({ address, amount }) => [
    createGodAccount(mint, taxWallet, address as Address),
    createTransferCheckedInstruction(
      new PublicKey(godAccount(mint, taxWallet)),
      new PublicKey(mint),
      new PublicKey(godAccount(mint, address as Address)),
      new PublicKey(taxWallet),
      amount,
      GOD_DECIMALS,
      [],
      PROGRAM,
    ),
  ]);
}

function createGodAccount(mint: Address, payer: Address, owner: Address): TransactionInstruction {
  return createAssociatedTokenAccountIdempotentInstruction(
    new PublicKey(payer),
    new PublicKey(godAccount(mint, owner)),
    new PublicKey(owner),
    new PublicKey(mint),
    PROGRAM,
  );
}
