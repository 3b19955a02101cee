import type { BlockHeights } from '../blockHeights.ts';
import type { HttpServer } from '../startHttpServer.ts';
import { type ProxyRule, startProxy } from '../startProxy.ts';
import { blockAsAgave, blocksAsAgave, createBlockhashesAsAgave, transactionAsAgave } from './asAgave.ts';

/** An RPC node in front of the real runtime. It is honest until it is told to behave otherwise. */
export interface Node extends HttpServer {
  /** Sets how it behaves from now on; null makes it honest again. */
  behave(behaviour: ProxyRule | null): void;
  /** Calls of each method since the start. */
  readonly calls: ReadonlyMap<string, number>;
}

/**
 * Like a real node it takes batches, and shows transactions, blocks and blockhashes as Agave does. `heights` belongs to
 * the runtime behind it; null for a node in front of another node, whose answers are shown unchanged.
 */
export async function startNode(rpcUrl: string, heights: BlockHeights | null = null): Promise<Node> {
  const proxy = await startProxy(rpcUrl);
  const blockhashAsAgave = createBlockhashesAsAgave();
  let behaviour: ProxyRule | null = null;
  proxy.setRule(async (method, params, forward) => {
    const decided = (await behaviour?.(method, params, forward)) ?? null;
    if (decided !== null) return decided;
    if (method === 'getTransaction') return transactionAsAgave(params, forward);
    if (heights === null) return null;
    if (method === 'getBlocks') return blocksAsAgave(heights, forward);
    if (method === 'getLatestBlockhash' || method === 'isBlockhashValid')
      return blockhashAsAgave(method, params, forward);
    return method === 'getBlock' ? blockAsAgave(heights, params, forward) : null;
  });
  const { setRule: _, ...server } = proxy;
  return {
    ...server,
    behave: (next) => {
      behaviour = next;
    },
  };
}
