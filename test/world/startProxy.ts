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

/** The local runtime refuses batches, which real nodes take: each call is made by itself, and the answers are joined. */
async function answerBatch(
  calls: readonly unknown[],
  answerCall: (body: string) => Promise<HttpReply>,
): Promise<HttpReply> {
  const replies = await Promise.all(calls.map((call) => answerCall(JSON.stringify(call))));
  const answers: unknown[] = [];
  for (const [i, reply] of replies.entries()) {
    // When one call of a batch has no answer, the batch has none.
    if (reply === 'drop' || 'cut' in reply || reply.status !== 200) return reply;
    const json: unknown = 'json' in reply ? reply.json : JSON.parse(reply.body);
    answers.push({ ...(json as object), id: (calls[i] as { id: unknown }).id });
  }
  return { status: 200, json: answers };
}

/** A JSON-RPC node in front of `targetUrl` that fails as told. Without a rule it changes nothing. */
export async function startProxy(targetUrl: string): Promise<Proxy> {
  const calls = new Map<string, number>();
  let rule: ProxyRule | null = null;
  const answerCall = async (body: string): Promise<HttpReply> => {
    const forward: Forward = async () => {
      const response = await fetch(targetUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const text = await response.text();
      return { status: response.status, body: text, json: (): unknown => JSON.parse(text) };
    };
    const { method, params } = rpcCall.parse(JSON.parse(body));
    calls.set(method, (calls.get(method) ?? 0) + 1);
    const decided = (await rule?.(method, params, forward)) ?? null;
    if (decided !== null) return decided;
    const answered = await forward();
    return { status: answered.status, body: answered.body, headers: { 'content-type': 'application/json' } };
  };
  const answer = ({ body }: HttpRequest): Promise<HttpReply> => {
    const calls: unknown = JSON.parse(body);
    return Array.isArray(calls) ? answerBatch(calls, answerCall) : answerCall(body);
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
