/** Where the text of terms is kept outside of the database. */
export const termsKey = (hash: string): string => `terms:${hash}`;
