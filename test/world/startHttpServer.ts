import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a part of the world. The body is read whole, as text. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/**
 * A JSON answer or a raw one. `cut` sends only the beginning of an answer; `drop` cuts the connection without an
 * answer.
 */
export type HttpReply =
  | { readonly status: number; readonly json: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status: number; readonly cut: string }
  | 'drop';

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /** Closes the port and cuts open connections, as a machine that has gone. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  restart(): Promise<void>;
}

// Browsers verify rounds themselves, so each part answers to any origin, as the real services do.
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': '*',
};

/** Serves `answer` on 127.0.0.1, on a random port unless one is given. A throwing `answer` is a 500 with its message. */
export async function startHttpServer(
  answer: (request: HttpRequest) => Promise<HttpReply> | HttpReply,
  port = 0,
): Promise<HttpServer> {
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming);
    if (request.method === 'OPTIONS') return write(outgoing, { status: 204, body: '' });
    write(outgoing, await answer(request));
  };
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => {
      if (outgoing.headersSent) return void outgoing.destroy();
      write(outgoing, { status: 500, json: { error: String(error) } });
    });
  });
  // Only the caller ends an idle connection. If the server did, a busy caller might send its next request just as it
  // ends.
  server.keepAliveTimeout = 0;
  await listen(server, port);
  const bound = portOf(server);
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    stop: () => close(server),
    restart: () => listen(server, bound),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<HttpRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

function write(outgoing: ServerResponse, reply: HttpReply): void {
  if (reply === 'drop') return void outgoing.destroy();
  if ('cut' in reply) {
    // Fewer bytes are sent than `content-length` promised.
    outgoing.writeHead(reply.status, {
      'content-type': 'application/json',
      'content-length': 2 * reply.cut.length + 1,
    });
    outgoing.write(reply.cut, () => outgoing.destroy());
    return;
  }
  const isJson = 'json' in reply;
  const type = isJson ? 'application/json' : 'text/plain; charset=utf-8';
  outgoing.writeHead(reply.status, { 'content-type': type, ...CORS, ...reply.headers });
  outgoing.end(isJson ? JSON.stringify(reply.json) : reply.body);
}

/** Listens on 127.0.0.1; port 0 takes a free one. */
export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Closes the port and cuts open connections. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // An error here says that it is closed already.
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** The port that a server listens on. */
export function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}
