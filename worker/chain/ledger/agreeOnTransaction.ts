import { delay } from '../node/delay.ts';
import type { Rpc } from '../node/rpc.ts';
import { RpcError } from '../node/rpcError.ts';
import type { RpcNode } from '../node/rpcNode.ts';
import { type LandedTransaction, readLanded } from './readLanded.ts';
import { readStatus } from './sendTransaction.ts';

type LandedAsked = Parameters<typeof readLanded>[1];

/**
 * What a landed transaction did, as enough nodes say; null when enough of them do not know it. Throws `NodesSilent` or
 * `NodesDisagree`.
 */
export async function agreeOnTransaction(rpc: Pick<Rpc, 'agree'>, of: LandedAsked): Promise<LandedTransaction | null> {
  return rpc.agree({
    about: `what the transaction ${of.signature} did`,
    ask: (node) => landedOrUnknown(node, of),
    isSame: ({ value: a }, { value: b }) => figuresOf(a) === figuresOf(b),
    isFixed: (value) => value !== null,
  });
}

/** How long to wait before a node that knows a signature is asked for the transaction a second time. */
const SHOWN_MS = 1_000;

/**
 * Null when the node does not know the signature. If it knows the signature but does not show the transaction, it is
 * asked once more: one of the servers behind its address may not have the transaction yet. Throws when it fails again.
 */
async function landedOrUnknown(node: RpcNode, of: LandedAsked): Promise<LandedTransaction | null> {
  try {
    return await readLanded(node, of);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if ((await readStatus(node, of.signature)).status === null) return null;
    await delay(SHOWN_MS);
    return readLanded(node, of);
  }
}

function figuresOf(landed: LandedTransaction | null): string {
  if (landed === null) return 'unknown';
  const { slot, failed, feePayer, fee, solChange, godChange, changes } = landed;
  const each = [...changes].map(([account, change]) => `${account} ${change}`);
  return [slot, failed, feePayer, fee, solChange, godChange, ...each].join('\n');
}
