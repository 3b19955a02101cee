/** The key in KV under which stands the text of the terms with this hash. */
export const termsKey = (hash: string): string => `terms:${hash}`;

/**
 * The key in KV under which stands the signature of the transaction that announces the terms of number k. That
 * signature is only a hint: the chain has to confirm it.
 */
export const announcedKey = (k: number): string => `announced:${k}`;
