/** The key in KV of the text of terms. */
export const termsKey = (hash: string): string => `terms:${hash}`;

/**
 * The key in KV for the signature of the transaction that announces number k. It is a hint, and the chain has to
 * confirm it.
 */
export const announcedKey = (k: number): string => `announced:${k}`;
