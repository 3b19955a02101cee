import { RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';

/** Throws an RpcError unless a node has answered for as many things as it was asked about. */
export function answeredForAll(
  { label }: RpcNode,
  method: string,
  { asked, answered }: { readonly asked: readonly unknown[]; readonly answered: readonly unknown[] },
): void {
  if (answered.length !== asked.length)
    throw new RpcError(label, method, `answered for ${answered.length}, and was asked for ${asked.length}`);
}
