/** The program of GOD's mint and of every account of it. */
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

/**
 * Whether a transaction with these accounts may have changed a token account of Token-2022: its program has to be among
 * them. Nodes note no token balances at all of a transaction without a token program, whatever accounts it names
 * (Agave, `svm/src/transaction_balances.rs`). So what such a transaction does not say of an account is no zero: anybody
 * can name the account, by sending it a lamport.
 */
export function canChangeTokens(accountKeys: readonly string[]): boolean {
  return accountKeys.includes(TOKEN_2022);
}
