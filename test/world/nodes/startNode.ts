import * as z from 'zod';
import type { HttpReply, HttpServer } from '../startHttpServer.ts';
import { type Forward, type ProxyRule, startProxy } from '../startProxy.ts';

/** An RPC node before the real runtime. It is honest until it is told to behave otherwise. */
export interface Node extends HttpServer {
  /** From now on; null makes it honest again. */
  behave(behaviour: ProxyRule | null): void;
  /** Calls of each method since the start. */
  readonly calls: ReadonlyMap<string, number>;
}

const answered = z.object({ error: z.object({ code: z.number(), data: z.unknown() }).optional() });
const rest = z.object({ maxSupportedTransactionVersion: z.number() });

/** Like a real node it takes batches, and answers in Agave's words that the caller cannot read a transaction's version. */
export async function startNode(rpcUrl: string): Promise<Node> {
  const proxy = await startProxy(rpcUrl);
  let behaviour: ProxyRule | null = null;
  proxy.setRule(async (method, params, forward) => {
    const decided = (await behaviour?.(method, params, forward)) ?? null;
    return decided ?? (method === 'getTransaction' ? asAgave(params, forward) : null);
  });
  const { setRule: _, ...server } = proxy;
  return {
    ...server,
    behave: (next) => {
      behaviour = next;
    },
  };
}

/** The local runtime calls it an internal error. */
async function asAgave(params: readonly unknown[], forward: Forward): Promise<HttpReply | null> {
  const answer = await forward();
  const { error } = answered.parse(answer.json());
  if (error === undefined || !String(error.data).includes('does not support transaction version')) return null;
  const declared = rest.safeParse(params[1]).data?.maxSupportedTransactionVersion ?? 'legacy';
  const message =
    'Transaction version (1) is not supported by the requesting client. Please try the request again with the following ' +
    `configuration parameter: "maxSupportedTransactionVersion": 1 (declared: ${declared})`;
  return { status: 200, json: { jsonrpc: '2.0', id: 1, error: { code: -32015, message } } };
}
