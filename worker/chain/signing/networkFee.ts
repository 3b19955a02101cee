import { VersionedTransaction } from '@solana/web3.js';
import { COMPUTE_BUDGET_PROGRAM } from '../accounts/programs.ts';
import { LAMPORTS_PER_SIGNATURE } from './transactions.ts';

const MAX_COMPUTE_UNITS = 1_400_000;
const MICRO = 1_000_000n;

/** What a transaction says about its fee. */
export interface FeeTerms {
  readonly signatures: number;
  /** Its compute unit limit. Without one, the most that the chain allows counts. */
  readonly units?: number | undefined;
  /** Micro-lamports per compute unit. */
  readonly price?: bigint | undefined;
}

/** Lamports that the chain takes for a transaction in a block, whether its instructions fail or not. */
export function networkFee({ signatures, units = MAX_COMPUTE_UNITS, price = 0n }: FeeTerms): bigint {
  const counted = BigInt(Math.min(units, MAX_COMPUTE_UNITS));
  return LAMPORTS_PER_SIGNATURE * BigInt(signatures) + (price * counted + MICRO - 1n) / MICRO;
}

/**
 * The same for the bytes of one of our transactions, base64. They alone say what the chain takes, so no node is asked:
 * a node may have forgotten a transaction for which the fee was paid.
 */
export function feeOf(bytes: string): bigint {
  const { message } = VersionedTransaction.deserialize(Buffer.from(bytes, 'base64'));
  const budget = message.compiledInstructions
    .filter(({ programIdIndex }) => message.staticAccountKeys[programIdIndex]?.toBase58() === COMPUTE_BUDGET_PROGRAM)
    .map(({ data }) => ({ tag: data[0], view: new DataView(data.buffer, data.byteOffset, data.byteLength) }));
  return networkFee({
    signatures: message.header.numRequiredSignatures,
    units: budget.find(({ tag }) => tag === SET_LIMIT)?.view.getUint32(1, true),
    price: budget.find(({ tag }) => tag === SET_PRICE)?.view.getBigUint64(1, true),
  });
}

/** Instructions of the compute budget program. */
const SET_LIMIT = 2;
const SET_PRICE = 3;
