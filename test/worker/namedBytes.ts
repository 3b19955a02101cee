import { encodeTransaction, keyOf } from './signedTransactions.ts';

const PAYER = keyOf(5);

/** Bytes of a transaction in base64 that have this name. It has one signature and no compute budget: 5,000 lamports. */
export function namedBytes(name: string): string {
  const { bytes } = encodeTransaction({ name, signers: [PAYER], memos: [`named ${name}.`] });
  return Buffer.from(bytes).toString('base64');
}

/** The name that such bytes have; none for others. */
export const nameOf = (bytes: string): string =>
  /named (.*)\./.exec(Buffer.from(bytes, 'base64').toString('latin1'))?.[1] ?? '';
