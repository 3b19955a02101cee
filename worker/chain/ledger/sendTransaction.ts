import * as z from 'zod';
import { answeredForAll } from '../node/answeredForAll.ts';
import { delay } from '../node/delay.ts';
import type { Rpc } from '../node/rpc.ts';
import { type RpcNode, withContext } from '../node/rpcNode.ts';

/** What a node says of a signature that it knows. If it knows nothing of a signature, that alone proves nothing. */
export interface SignatureStatus {
  readonly slot: number;
  readonly commitment: 'processed' | 'confirmed' | 'finalized';
  /** The chain's own error, as JSON; null for success. */
  readonly error: string | null;
}

/** Once one node has taken a transaction, the others get this much longer. */
const GRACE_MS = 300;

const anything = z.unknown();

/**
 * Sends signed bytes to every node. Preflight is skipped and every answer is ignored, since neither a signature nor an
 * error in it proves anything. The chain is asked later what happened.
 */
export async function sendTransaction(rpc: Pick<Rpc, 'nodes'>, bytes: string): Promise<void> {
  const options = { encoding: 'base64', skipPreflight: true };
  const sent = rpc.nodes.map((node) => node.call('sendTransaction', [bytes, options], anything));
  const taken = Promise.any(sent).then(
    () => delay(GRACE_MS),
    () => undefined,
  );
  // A node that hangs must not delay the caller, who asks the chain next.
  await Promise.race([Promise.allSettled(sent), taken]);
}

const statuses = withContext(
  z.array(
    z
      .object({
        slot: z.int(),
        err: z.unknown(),
        confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']).nullable(),
      })
      .nullable(),
  ),
);

/** The most signatures that one call answers. */
const PAGE = 256;

/** `recent`: the node's memory, without the search of its whole history. */
export type Where = 'history' | 'recent';

/** What a node says of signatures, and the slot of its oldest answer. */
export interface Statuses {
  readonly slot: number;
  readonly statuses: readonly (SignatureStatus | null)[];
}

/**
 * What a node says of signatures, by one call for each `PAGE` of them. `recent` covers the last 300 slots, for a tenth
 * of the price. A signature that is missing from it may still be in `history`.
 */
export async function readStatuses(
  node: RpcNode,
  signatures: readonly string[],
  where: Where = 'history',
): Promise<Statuses> {
  let slot = Number.POSITIVE_INFINITY;
  const all: (SignatureStatus | null)[] = [];
  for (let from = 0; from < signatures.length; from += PAGE) {
    const page = signatures.slice(from, from + PAGE);
    const options = { searchTransactionHistory: where === 'history' };
    const { context, value } = await node.call('getSignatureStatuses', [page, options], statuses);
    answeredForAll(node, 'getSignatureStatuses', { asked: page, answered: value });
    slot = Math.min(slot, context.slot);
    all.push(...value.map(statusOf));
  }
  return { slot, statuses: all };
}

/** As `readStatuses`, of one signature. */
export async function readStatus(
  node: RpcNode,
  signature: string,
): Promise<{ slot: number; status: SignatureStatus | null }> {
  const { slot, statuses: said } = await readStatuses(node, [signature]);
  return { slot, status: said[0] ?? null };
}

function statusOf(found: z.infer<typeof statuses>['value'][number]): SignatureStatus | null {
  return (
    found && {
      slot: found.slot,
      // Old rooted transactions come without a confirmation status.
      commitment: found.confirmationStatus ?? 'finalized',
      error: found.err === null || found.err === undefined ? null : JSON.stringify(found.err),
    }
  );
}
