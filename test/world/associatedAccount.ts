import { getAssociatedTokenAddressSync, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token';
import type { PublicKey } from '@solana/web3.js';

/** The owner's associated Token-2022 account for a mint; off-curve owners are allowed. */
export function associatedAccount(mint: PublicKey, owner: PublicKey): PublicKey {
  return getAssociatedTokenAddressSync(mint, owner, true, TOKEN_2022_PROGRAM_ID);
}
