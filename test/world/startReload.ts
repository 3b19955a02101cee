import { watch } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { close, listen, portOf } from './startHttpServer.ts';
import { REPOSITORY } from './worldFolders.ts';

export interface Reload {
  readonly url: string;
  stop(): Promise<void>;
}

const EVENTS = '/__reload';
const SCRIPT = `<script>new EventSource('${EVENTS}').onmessage=()=>location.reload()</script>`;
/** A build writes many files. It counts as finished when no file has changed for this long. */
const SETTLE_MS = 150;
/** The worker is bundled after the pages. It is asked for this long at most whether it serves the new pages. */
const SERVED_MS = 10_000;
const ASK_MS = 100;

/**
 * For developers: the app once more, at a port of its own, with pages that reload by themselves when a build has
 * changed them. The app's own port is not changed. Here the content security policy is left out, because it would
 * forbid the script that waits for builds.
 */
export async function startReload(appUrl: string): Promise<Reload> {
  const listeners = new Set<ServerResponse>();
  let settling: NodeJS.Timeout | undefined;
  let served = await documentOf(appUrl);

  const tell = async (): Promise<void> => {
    for (const until = Date.now() + SERVED_MS; Date.now() < until; await sleep(ASK_MS)) {
      const now = await documentOf(appUrl).catch(() => served);
      if (now === served) continue;
      served = now;
      for (const listener of listeners) listener.write('data: built\n\n');
      return;
    }
  };
  const watcher = watch(`${REPOSITORY}dist`, { recursive: true }, () => {
    clearTimeout(settling);
    settling = setTimeout(() => void tell(), SETTLE_MS);
  });

  const server = createServer((request, response) => {
    if (request.url === EVENTS) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write('\n');
      listeners.add(response);
      request.once('close', () => listeners.delete(response));
      return;
    }
    forward(appUrl, request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy();
      response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error));
    });
  });
  await listen(server, 0);
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    stop: () => {
      clearTimeout(settling);
      watcher.close();
      return close(server);
    },
  };
}

/** The names of scripts and styles that the page and the console start with: a build that changes them changes these. */
async function documentOf(appUrl: string): Promise<string> {
  const texts = await Promise.all(['/', '/admin'].map(async (path) => (await fetch(appUrl + path)).text()));
  return texts.flatMap((text) => [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"|<style>([^<]*)/g)]).join(' ');
}

async function forward(appUrl: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const { host: _host, connection: _connection, 'accept-encoding': _encoding, ...asked } = request.headers;
  const answer = await fetch(appUrl + (request.url ?? '/'), {
    method: request.method ?? 'GET',
    headers: Object.entries(asked).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])) as [
      string,
      string,
    ][],
    redirect: 'manual',
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  const headers = new Headers(answer.headers);
  for (const name of ['content-security-policy', 'content-encoding', 'content-length', 'transfer-encoding'])
    headers.delete(name);
  response.writeHead(answer.status, Object.fromEntries(headers));
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  if (isPage) response.end((await answer.text()).replace('</body>', `${SCRIPT}</body>`));
  else response.end(Buffer.from(await answer.arrayBuffer()));
}
