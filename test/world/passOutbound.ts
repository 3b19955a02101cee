import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request on its way from the worker into the world. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
  /** The request as it came. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Answers an outgoing request itself, or returns undefined to let it pass. When it throws, the worker sees a lost
 * connection.
 */
export type Outbound = (request: OutgoingRequest) => Promise<Response | undefined> | Response | undefined;

const HOP_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'mf-custom-node-service']);

/**
 * Miniflare's "node handler" for a hook. Only with this kind can a request fail as it does on a network: its "fetcher"
 * turns a thrown error into an answer with status 500. It does not learn the scheme of the address, which is http
 * everywhere in the world.
 */
export function passOutbound(outbound: Outbound): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const response = await answer(outbound, incoming);
    const body = Buffer.from(await response.arrayBuffer());
    const headers: Record<string, string> = {};
    response.headers.forEach((value, name) => {
      if (name !== 'content-encoding' && !HOP_HEADERS.has(name)) headers[name] = value;
    });
    outgoing.writeHead(response.status, headers).end(body);
  };
  return (incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  };
}

async function answer(outbound: Outbound, incoming: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string' && !HOP_HEADERS.has(name)) headers.set(name, value);
  }
  const method = incoming.method ?? 'GET';
  const url = `http://${incoming.headers.host ?? ''}${incoming.url ?? '/'}`;
  const whole = Buffer.concat(chunks);
  const body = whole.toString('utf8');
  const handled = await outbound({ method, url, headers, body, bytes: new Uint8Array(whole) });
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return handled ?? fetch(url, { method, headers, ...(hasBody && { body }) });
}
