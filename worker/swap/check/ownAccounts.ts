import { PublicKey } from '@solana/web3.js';
import { type Address, address } from '../../../src/address/address.ts';
import { WRAPPED_SOL } from '../../../src/money/wrappedSol.ts';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../chain/accounts/programs.ts';

/** The accounts of a wallet that a swap is about. */
export interface OwnAccounts {
  readonly wallet: Address;
  /** Its associated Token-2022 account of GOD. */
  readonly god: Address;
  /** Its associated account of wrapped SOL. */
  readonly wrapped: Address;
}

/** Derives a wallet's accounts; arithmetic, about 1 ms. */
export function ownAccounts(wallet: Address, mint: Address): OwnAccounts {
  return {
    wallet,
    god: associatedAccount(wallet, TOKEN_2022_PROGRAM, mint),
    wrapped: associatedAccount(wallet, TOKEN_PROGRAM, WRAPPED_SOL),
  };
}

/** The associated token account: derived from owner, token program and mint. */
function associatedAccount(owner: Address, tokenProgram: Address, mint: Address): Address {
  const seeds = [owner, tokenProgram, mint].map((key) => new PublicKey(key).toBytes());
  const [derived] = PublicKey.findProgramAddressSync(seeds, new PublicKey(ASSOCIATED_TOKEN_PROGRAM));
  return address(derived.toBase58());
}
