import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AskChain } from '../../client/audit/chain/askChain.ts';

interface ServeInput {
  /** Asked for each question: a node may be exchanged meanwhile. */
  readonly node: () => AskChain;
  /** What a GET of a path is answered with; nothing is a 404. */
  readonly documents: ReadonlyMap<string, unknown>;
}

/** Any page may ask, as at public servers. */
const HEADERS = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
};

/** Puts a made-up node and some documents behind an address of this machine. Resolves to it, and to its end. */
export async function serveHostileNode({ node, documents }: ServeInput) {
  const server = createServer(async (request, response) => {
    const answer =
      request.method === 'POST' ? await ask(node(), await text(request)) : documents.get(request.url ?? '');
    response.writeHead(answer === undefined && request.method !== 'OPTIONS' ? 404 : 200, HEADERS);
    response.end(JSON.stringify(answer ?? null));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function ask(node: AskChain, body: string): Promise<unknown> {
  const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] };
  try {
    return { jsonrpc: '2.0', id, result: await node(method, params) };
  } catch (error) {
    return { jsonrpc: '2.0', id, error: (error as Error).cause ?? { code: -32_603, message: String(error) } };
  }
}
