/** Where the text of terms is kept outside of the database. */
export const termsKey = (hash: string): string => `terms:${hash}`;

/** Where the signature of the transaction that announces number k is kept: a hint, which the chain has to confirm. */
export const announcedKey = (k: number): string => `announced:${k}`;
