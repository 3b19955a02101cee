import * as z from 'zod';
import { type HttpReply, type HttpRequest, type HttpServer, startHttpServer } from './startHttpServer.ts';

/** Sends the call on and returns the real node's answer; `json()` parses its body. */
export type Forward = () => Promise<{ readonly status: number; readonly body: string; json(): unknown }>;

/**
 * Decides about one JSON-RPC call: null forwards it untouched, a reply is sent instead. A rule may forward first
 * and drop or change the answer, or wait.
 */
export type ProxyRule = (
  method: string,
  params: readonly unknown[],
  forward: Forward,
) => Promise<HttpReply | null> | HttpReply | null;

export interface Proxy extends HttpServer {
  setRule(rule: ProxyRule | null): void;
  /** Calls of each method since the start, forwarded or not. */
  readonly calls: ReadonlyMap<string, number>;
}

const rpcCall = z.object({ method: z.string(), params: z.array(z.unknown()).default([]) });

/** A JSON-RPC node in front of `targetUrl` that fails as told. Without a rule it changes nothing. */
export async function startProxy(targetUrl: string): Promise<Proxy> {
  const calls = new Map<string, number>();
  let rule: ProxyRule | null = null;
  const answer = async (request: HttpRequest): Promise<HttpReply> => {
    const forward: Forward = async () => {
      const response = await fetch(targetUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: request.body,
      });
      const body = await response.text();
      return { status: response.status, body, json: (): unknown => JSON.parse(body) };
    };
    const { method, params } = rpcCall.parse(JSON.parse(request.body));
    calls.set(method, (calls.get(method) ?? 0) + 1);
    const decided = (await rule?.(method, params, forward)) ?? null;
    if (decided !== null) return decided;
    const { status, body } = await forward();
    return { status, body, headers: { 'content-type': 'application/json' } };
  };
  const server = await startHttpServer(answer);
  return {
    ...server,
    calls,
    setRule: (next) => {
      rule = next;
    },
  };
}
