import { base58 } from '@scure/base';
import { VersionedTransaction } from '@solana/web3.js';
import type { Signed } from '../stranger/signTransaction.ts';

export interface Landed extends Signed {
  readonly slot: number;
  /** Unix seconds. */
  readonly blockTime: number;
}

const FEE_LAMPORTS = 5_000;
const PAYER_LAMPORTS = 1_000_000_000;

/**
 * A transaction that is not on this chain, shown as `getTransaction` would show it if it had succeeded and only cost
 * its fee payer the fee. In base64, or in "json" for any other encoding.
 */
export function showTransaction({ bytes, slot, blockTime }: Landed, encoding: unknown): unknown {
  const { message, signatures, version } = VersionedTransaction.deserialize(Buffer.from(bytes, 'base64'));
  const keys = message.staticAccountKeys;
  const balances = keys.map((_, i) => (i === 0 ? PAYER_LAMPORTS : 1));
  const json = {
    signatures: signatures.map((signature) => base58.encode(signature)),
    message: {
      accountKeys: keys.map((key) => key.toBase58()),
      header: message.header,
      recentBlockhash: message.recentBlockhash,
      instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
        ...{
          programIdIndex,
          accounts: [...accountKeyIndexes],
          data: base58.encode(Uint8Array.from(data)),
          stackHeight: 1,
        },
      })),
    },
  };
  return {
    ...{ slot, blockTime, version, transaction: encoding === 'base64' ? [bytes, 'base64'] : json },
    meta: {
      ...{ err: null, status: { Ok: null }, fee: FEE_LAMPORTS, innerInstructions: [], logMessages: [], rewards: [] },
      preBalances: balances,
      postBalances: balances.map((lamports, i) => (i === 0 ? lamports - FEE_LAMPORTS : lamports)),
      ...{ preTokenBalances: [], postTokenBalances: [], loadedAddresses: { readonly: [], writable: [] } },
    },
  };
}
