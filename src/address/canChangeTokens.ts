/** The program of GOD's mint and of every account of it. */
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

/**
 * Whether a transaction with these accounts may have changed a token account of Token-2022: that program must be among
 * them. For a transaction without a token program, nodes note no token balances (Agave,
 * `svm/src/transaction_balances.rs`), so a missing balance does not mean zero.
 */
export function canChangeTokens(accountKeys: readonly string[]): boolean {
  return accountKeys.includes(TOKEN_2022);
}
