import { Agent, request as ask } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FuzzAnswer, FuzzRequest, Send } from './FuzzRequest.ts';

/** A visitor waits five seconds at most for winners, and an operator for the chain. Nothing may hang. */
const TIMEOUT_MS = 120_000;

/** What a server may leave unread of a body: it answers and closes while more of it is on its way, and the answer may be lost. */
const SURELY_READ_BYTES = 64 * 1024;

/** Sends requests to a server of this machine, byte for byte: `fetch` would put many of them right. */
export function createSend(url: string): { readonly send: Send; readonly close: () => void } {
  const kept = new Agent({ keepAlive: true, maxSockets: 8 });
  const send: Send = async (request) => {
    try {
      return await sendBy(kept, url, request);
    } catch (error) {
      // workerd closes a kept connection behind an answer to a body that nobody read: the next request finds it closed.
      if (!(error instanceof Closed)) throw error;
    }
    try {
      return await sendBy(false, url, request);
    } catch (error) {
      if (error instanceof Closed && (request.body?.length ?? 0) > SURELY_READ_BYTES) return null;
      throw error;
    }
  };
  return { send, close: () => kept.destroy() };
}

class Closed extends Error {}

const isClosed = (error: Error) => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

function sendBy(agent: Agent | false, url: string, { method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
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
    asked.setTimeout(TIMEOUT_MS, () => asked.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
    asked.on('error', (error) => reject(isClosed(error) ? new Closed(error.message) : error));
    asked.end(body ?? undefined);
  });
}

/** Whoever asks for a packed answer may get one. */
function unpacked(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0) return '';
  if (encoding === 'gzip') return gunzipSync(bytes).toString('utf8');
  return (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString('utf8');
}
