/** The program of GOD's mint and of every account of it. */
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

/**
 * Whether a transaction with these accounts may have changed a token account of Token-2022: that needs the program
 * among them. For a transaction without a token program, nodes note no token balances at all, whatever accounts it
 * names (Agave, `svm/src/transaction_balances.rs`). So when such a transaction says nothing about an account, that does
 * not mean zero: anybody can name the account, by sending it a lamport.
 */
export function canChangeTokens(accountKeys: readonly string[]): boolean {
  return accountKeys.includes(TOKEN_2022);
}
