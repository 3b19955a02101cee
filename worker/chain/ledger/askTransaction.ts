import type * as z from 'zod';
import { INVALID_PARAMS, RpcError } from '../node/rpcError.ts';
import type { RpcNode } from '../node/rpcNode.ts';

/**
 * The numbers that are tried, in turn, as `maxSupportedTransactionVersion`. All versions have the parts that we read,
 * so the first number is the highest possible. Some servers refuse it.
 */
const VERSIONS = [255, 1, 0];
/** The node knows the transaction, but cannot show its version. */
export const UNSUPPORTED_VERSION = -32_015;

interface TransactionQuery<T> {
  readonly signature: string;
  readonly encoding: 'base64' | 'json';
  readonly commitment: 'confirmed' | 'finalized';
  readonly result: z.ZodType<T>;
}

/**
 * A transaction of any version, as `getTransaction` answers. Throws an RpcError, with code −32015 when this node cannot
 * show that version.
 */
export async function askTransaction<T>(node: RpcNode, query: TransactionQuery<T>): Promise<T> {
  const { signature, commitment, encoding, result } = query;
  let refused: RpcError | null = null;
  for (const version of VERSIONS) {
    const options = { commitment, encoding, maxSupportedTransactionVersion: version };
    try {
      return await node.call('getTransaction', [signature, options], result);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      // If the node has refused a higher number before, "unsupported version" only means that this number is too low.
      // Then that first refusal is thrown.
      if (error.code !== INVALID_PARAMS) throw error.code === UNSUPPORTED_VERSION ? (refused ?? error) : error;
      refused ??= error;
    }
  }
  throw refused;
}
