/** The key in KV of the text of the terms with this hash. */
export const termsKey = (hash: string): string => `terms:${hash}`;

/**
 * The key in KV of the signature of the transaction that announces the terms of number k. This signature is only a
 * hint, which the chain has to confirm.
 */
export const announcedKey = (k: number): string => `announced:${k}`;
