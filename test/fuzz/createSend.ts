import { Agent, request as ask } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FuzzAnswer, FuzzRequest, Send } from './FuzzRequest.ts';

/** A visitor waits five seconds at most for winners, and an operator for the chain. Nothing may hang. */
const PATIENCE_MS = 120_000;
/** A route that reads no data, so that it always answers. */
const BARE: FuzzRequest = {
  ...{ method: 'GET', path: '/api/openapi.json', headers: {}, body: null },
  ...{ changes: [], isStray: false, hasKey: true },
};
/** How often a request is made while neither it nor the bare request is answered. */
const MOST_TRIES = 3;

/**
 * Of a body longer than this, a server may leave a part unread. It then answers and closes the connection while the
 * rest is on its way, and the answer may be lost.
 */
const SURELY_READ_BYTES = 64 * 1024;

/** How long an answer is waited for, in ms, at the first, second and third try; the same for the bare request. */
type Patience = (tries: number, isBare: boolean) => number;

/**
 * Sends requests to a server on this machine byte for byte, because `fetch` would correct many of them. When a request
 * gets no answer, a bare request is made. If that gets no answer either, the machine is slow, and both are made again.
 */
export function createSend(
  url: string,
  patience: Patience = () => PATIENCE_MS,
): { readonly send: Send; readonly close: () => void } {
  const kept = new Agent({ keepAlive: true, maxSockets: 8 });
  const sendOnce = async (request: FuzzRequest, ms: number): Promise<FuzzAnswer | null> => {
    try {
      return await sendBy(kept, url, request, ms);
    } catch (error) {
      // workerd closes a keep-alive connection after an answer to a body that it did not read, so the next request
      // finds it closed.
      if (!(error instanceof Closed)) throw error;
    }
    try {
      return await sendBy(false, url, request, ms);
    } catch (error) {
      if (error instanceof Closed && (request.body?.length ?? 0) > SURELY_READ_BYTES) return null;
      throw error;
    }
  };
  const isSlow = (tries: number): Promise<boolean> =>
    sendOnce(BARE, patience(tries, true)).then(
      () => false,
      (error) => error instanceof Silent,
    );
  const send: Send = async (request) => {
    for (let tries = 1; ; tries++) {
      try {
        return await sendOnce(request, patience(tries, false));
      } catch (error) {
        if (!(error instanceof Silent)) throw error;
        if (!(await isSlow(tries))) throw new Error(`${error.message}, and a bare route is answered`);
        if (tries === MOST_TRIES) throw new Error(`${error.message}, nor to a bare route, ${tries} times`);
      }
    }
  };
  return { send, close: () => kept.destroy() };
}

class Closed extends Error {}
class Silent extends Error {}

const isClosed = (error: Error) => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

function sendBy(
  agent: Agent | false,
  url: string,
  { method, path, headers, body }: FuzzRequest,
  ms: number,
): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(url);
  const length = body === null ? {} : { 'content-length': `${body.length}` };
  return new Promise((resolve, reject) => {
    const asked = ask({ agent, hostname, port, method, path, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          text: unpacked(Buffer.concat(chunks), response.headers['content-encoding']),
        }),
      );
    });
    asked.setTimeout(ms, () => asked.destroy(new Silent(`no answer within ${ms} ms`)));
    asked.on('error', (error) => reject(isClosed(error) ? new Closed(error.message) : error));
    asked.end(body ?? undefined);
  });
}

/** A request that accepts compressed answers may get one. */
function unpacked(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0) return '';
  if (encoding === 'gzip') return gunzipSync(bytes).toString('utf8');
  return (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString('utf8');
}
