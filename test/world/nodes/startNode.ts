import type { HttpServer } from '../startHttpServer.ts';
import { type ProxyRule, startProxy } from '../startProxy.ts';
import { blockAsAgave, transactionAsAgave } from './asAgave.ts';

/** An RPC node before the real runtime. It is honest until it is told to behave otherwise. */
export interface Node extends HttpServer {
  /** From now on; null makes it honest again. */
  behave(behaviour: ProxyRule | null): void;
  /** Calls of each method since the start. */
  readonly calls: ReadonlyMap<string, number>;
}

/** Like a real node it takes batches, and shows transactions and blocks as Agave does. */
export async function startNode(rpcUrl: string): Promise<Node> {
  const proxy = await startProxy(rpcUrl);
  let behaviour: ProxyRule | null = null;
  proxy.setRule(async (method, params, forward) => {
    const decided = (await behaviour?.(method, params, forward)) ?? null;
    if (decided !== null) return decided;
    if (method === 'getTransaction') return transactionAsAgave(params, forward);
    return method === 'getBlock' ? blockAsAgave(params, forward) : null;
  });
  const { setRule: _, ...server } = proxy;
  return {
    ...server,
    behave: (next) => {
      behaviour = next;
    },
  };
}
