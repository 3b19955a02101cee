import { base58 } from '@scure/base';

/** The name of a transaction with fewer than 128 signatures: the first of them, which follows their number. */
export const firstSignature = (transaction: Uint8Array): string =>
  base58.encode(Uint8Array.from(transaction).slice(1, 65));
