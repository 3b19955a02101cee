import * as z from 'zod';
import type { Rpc } from './rpc.ts';
import type { RpcNode } from './rpcNode.ts';

/** What a node says of a signature; null when it does not know it, which proves nothing by itself. */
export interface SignatureStatus {
  readonly slot: number;
  readonly commitment: 'processed' | 'confirmed' | 'finalized';
  /** The chain's own error, as JSON; null for success. */
  readonly error: string | null;
}

/** Once one node has taken a transaction, the others are waited for no longer than this. */
const GRACE_MS = 300;

/**
 * Hands signed bytes to every node. Preflight is skipped and every answer ignored: neither a signature nor an error
 * in it proves anything ("already processed" is an error too). What happened is asked from the chain.
 */
export async function sendTransaction(rpc: Pick<Rpc, 'nodes'>, bytes: string): Promise<void> {
  const options = { encoding: 'base64', skipPreflight: true };
  const sent = rpc.nodes.map((node) => node.call('sendTransaction', [bytes, options], z.unknown()));
  const taken = Promise.any(sent).then(
    () => new Promise((resolve) => setTimeout(resolve, GRACE_MS)),
    () => undefined,
  );
  // A node that hangs must not keep the next look waiting.
  await Promise.race([Promise.allSettled(sent), taken]);
}

const statuses = z.object({
  context: z.object({ slot: z.int() }),
  value: z
    .array(
      z
        .object({
          slot: z.int(),
          err: z.unknown(),
          confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']).nullable(),
        })
        .nullable(),
    )
    .length(1),
});

/**
 * What a node says of a signature, and the slot of its answer. `recent` leaves out the search of the whole history,
 * which providers charge ten times as much for: a node remembers what landed within the last 300 slots without it. An
 * absence proves nothing then: who decides by it searches the history.
 */
export async function readStatus(
  node: RpcNode,
  signature: string,
  where: 'history' | 'recent' = 'history',
): Promise<{ slot: number; status: SignatureStatus | null }> {
  const options = { searchTransactionHistory: where === 'history' };
  const answer = await node.call('getSignatureStatuses', [[signature], options], statuses);
  const found = answer.value[0];
  if (found === null || found === undefined) return { slot: answer.context.slot, status: null };
  return {
    slot: answer.context.slot,
    status: {
      slot: found.slot,
      // Old rooted transactions come without a status.
      commitment: found.confirmationStatus ?? 'finalized',
      error: found.err === null || found.err === undefined ? null : JSON.stringify(found.err),
    },
  };
}
