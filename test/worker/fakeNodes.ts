/** What a fake node does with a call: a JSON-RPC result, or a whole `Response`. Throwing a `NodeFailure` fails the connection. */
export type FakeNode = (method: string, params: readonly unknown[]) => unknown;

export interface NodeCall {
  readonly host: string;
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * A failure that the test wants: one of the network, as `fetch` would throw it. Any other error of a fake is a
 * surprise.
 */
export class NodeFailure extends Error {
  constructor(name: 'TypeError' | 'TimeoutError', message: string) {
    super(message);
    this.name = name;
  }
}

/** A JSON-RPC error, as a node answers it with status 200. */
export function rpcError(code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: 1, error: { code, message } });
}

/**
 * A `fetch` with fake RPC nodes, by host. The client under test treats every exception as a node that is down. So what
 * the test did not expect (an unknown host or method, an error of a fake) is kept in `surprises`, to be checked after
 * each test.
 */
export function fakeNodes(nodes: Readonly<Record<string, FakeNode>>) {
  const calls: NodeCall[] = [];
  const surprises: unknown[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    try {
      const { host } = new URL(String(input));
      const { method, params, jsonrpc } = JSON.parse(String(init?.body));
      const node = nodes[host];
      if (node === undefined) throw new Error(`nobody expected a call of ${host}`);
      if (jsonrpc !== '2.0' || init?.method !== 'POST') throw new Error('not a JSON-RPC request');
      if (!(init.signal instanceof AbortSignal)) throw new Error(`${method} has no time limit`);
      calls.push({ host, method, params });
      const answer = await node(method, params);
      return answer instanceof Response ? answer : Response.json({ jsonrpc: '2.0', id: 1, result: answer });
    } catch (error) {
      if (!(error instanceof NodeFailure)) surprises.push(error);
      throw error;
    }
  };
  return { fetch: fetch as typeof globalThis.fetch, calls, surprises };
}

/** A node that answers the given methods; every other call is a surprise. */
export function answering(answers: Readonly<Record<string, unknown>>): FakeNode {
  return (method, params) => {
    if (!(method in answers)) throw new Error(`nobody expected ${method}(${JSON.stringify(params)})`);
    const answer = answers[method];
    return typeof answer === 'function' ? answer(...params) : answer;
  };
}
