import * as z from 'zod';
import { RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';

/** Asks each node for its newest slot. Returns the labels of the nodes that gave no usable answer. */
export async function findSilentNodes(nodes: readonly RpcNode[]): Promise<readonly string[]> {
  const answers = await Promise.all(
    nodes.map((node) => node.call('getSlot', [{ commitment: 'confirmed' }], z.int()).catch(unlessOurs)),
  );
  return nodes.filter((_, index) => answers[index] === null).map(({ label }) => label);
}

/** Null for an error that a node caused. Any other error is our own fault, and is thrown again. */
function unlessOurs(error: unknown): null {
  if (error instanceof RpcError) return null;
  throw error;
}
