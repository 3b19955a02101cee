import { getAssociatedTokenAddressSync } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import { type Address, address } from '../../../src/address/address.ts';
import { TOKEN_2022_PROGRAM } from './programs.ts';

/** The associated Token-2022 account that holds a wallet's GOD; program-owned wallets have one too. */
export function godAccount(mint: Address, owner: Address): Address {
  const account = getAssociatedTokenAddressSync(
    new PublicKey(mint),
    new PublicKey(owner),
    true,
    new PublicKey(TOKEN_2022_PROGRAM),
  );
  return address(account.toBase58());
}
