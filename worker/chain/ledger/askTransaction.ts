import type * as z from 'zod';
import { RpcError } from '../node/rpcError.ts';
import type { RpcNode } from '../node/rpcNode.ts';

/**
 * The field says what the caller can read. We read accounts, memos and balances, and these every version has. Some
 * servers call a number that they do not know yet an invalid one.
 */
const VERSIONS = [255, 1, 0];
const INVALID_PARAMS = -32_602;
/** The node knows the transaction, and not how to tell one of its version. */
export const UNSUPPORTED_VERSION = -32_015;

interface TransactionQuery<T> {
  readonly signature: string;
  readonly encoding: 'base64' | 'json';
  readonly commitment: 'confirmed' | 'finalized';
  readonly result: z.ZodType<T>;
}

/**
 * A transaction of any version, as `getTransaction` answers. Throws an RpcError: of code −32015 when this node can tell
 * none of its version, of code −32602 when it refused to be asked for any.
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
      // "Newer than you asked for" is our own doing by then, and says nothing of the transaction.
      if (error.code !== INVALID_PARAMS) throw error.code === UNSUPPORTED_VERSION ? (refused ?? error) : error;
      refused ??= error;
    }
  }
  throw refused;
}
