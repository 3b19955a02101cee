import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

const WEBSOCKET = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const COMPLETE = { success: true, status: 'complete', type: 'import', at_bookmark: 'a', messages: [], errors: [] };
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/**
 * A stand-in of Cloudflare's API for one account, over HTTP, which wrangler itself asks. An unexpected request is a
 * 404.
 */
export async function startApi(name: string) {
  const contents = {
    secrets: new Set(['POOL_SECRET_KEY', 'HEARTBEAT_URL']),
    bookmark: `00000001-00000002-00000003-${'a'.repeat(32)}`,
    restored: [] as string[],
    asked: [] as string[],
    cache: new Map([
      ['list:root', 'a list'],
      ['rules:hash', 'some rules'],
      ['terms:hash', 'some terms'],
      ['price:sol-usd', 'no copy'],
    ]),
    uploaded: new Map<string, string>(),
    executed: [] as string[],
    /** Files of statements that were imported completely. */
    imported: [] as string[],
    crons: ['* * * * *', '*/1 * * * *'],
  };
  const database = { uuid: '11111111-1111-4111-8111-111111111111', name, version: 'production' };
  let url = '';

  function answer(method: string, path: string, search: URLSearchParams, body: string): unknown {
    const ends = (end: RegExp) => end.test(path);
    const json = (): Record<string, unknown> => JSON.parse(body);
    if (path === '/user') return { email: 'somebody@example.com' };
    if (path === '/user/tokens/verify') return { id: 'token', status: 'active' };
    if (path === '/accounts') return [{ id: 'account', name: 'An account' }];
    if (path === '/memberships') return [{ account: { id: 'account', name: 'An account' } }];
    // Wrangler reads one page after the other until a page is empty.
    const isLast = Number(search.get('page') ?? 1) > 1;
    if (ends(/\/d1\/database$/)) return isLast ? [] : [database];
    if (ends(/time_travel\/bookmark$/)) return { bookmark: search.get('timestamp') ?? contents.bookmark };
    if (ends(/time_travel\/restore$/)) {
      contents.restored.push(search.get('bookmark') ?? '');
      return { bookmark: search.get('bookmark'), previous_bookmark: contents.bookmark, message: '' };
    }
    if (ends(/\/export$/)) {
      const result = { filename: 'database.sql', signed_url: `${url}/dump` };
      return { success: true, status: 'complete', type: 'export', at_bookmark: 'a', messages: [], result };
    }
    if (ends(/\/query$/)) {
      contents.executed.push(String(json().sql));
      return [{ results: [], success: true, meta: { duration: 1 } }];
    }
    if (ends(/\/d1\/database\/[^/]+$/)) return database;
    if (ends(new RegExp(`/scripts/${name}/secrets$`)) && method === 'GET')
      return [...contents.secrets].map((secret) => ({ name: secret, type: 'secret_text' }));
    if (ends(/\/secrets-bulk$/)) {
      const { secrets } = json() as { secrets: Record<string, unknown> };
      for (const [secret, value] of Object.entries(secrets)) if (value === null) contents.secrets.delete(secret);
      return {};
    }
    if (ends(new RegExp(`/scripts/${name}/schedules$`))) return { schedules: contents.crons.map((cron) => ({ cron })) };
    if (ends(/\/storage\/kv\/namespaces$/)) return isLast ? [] : [{ id: 'cache', title: name }];
    if (ends(/\/keys$/))
      return [...contents.cache.keys()]
        .filter((key) => key.startsWith(search.get('prefix') ?? ''))
        .map((key) => ({ name: key }));
    if (ends(/\/bulk\/get$/)) {
      const { keys } = json() as { keys: string[] };
      return { values: Object.fromEntries(keys.map((key) => [key, contents.cache.get(key) ?? null])) };
    }
    if (ends(/\/import$/)) {
      const { action, etag } = json();
      if (action === 'init') return { upload_url: `${url}/upload`, filename: 'database.sql' };
      const meta = { duration: 1, rows_read: 0, rows_written: 1, size_after: 1_000 };
      const done = { num_queries: 1, final_bookmark: contents.bookmark, meta };
      return etag === md5(contents.imported.at(-1) ?? '') ? { ...COMPLETE, result: done } : undefined;
    }
    if (ends(/\/namespaces\/cache\/bulk$/) && method === 'PUT') {
      for (const { key: name, value } of JSON.parse(body)) contents.cache.set(name, value);
      return {};
    }
    if (ends(new RegExp(`/scripts/${name}/tails$`)) && method === 'POST')
      return { id: 'tail', url: `${url.replace('http', 'ws')}/tail`, expires_at: '2099-01-01T00:00:00Z' };
    if (ends(/\/tails\/tail$/) && method === 'DELETE') return {};
    const [, key] = /\/r2\/buckets\/nightly\/objects\/(.+)$/.exec(path) ?? [];
    if (key !== undefined && method === 'PUT') {
      contents.uploaded.set(decodeURIComponent(key), body);
      return {};
    }
    return undefined;
  }

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/upload') {
      contents.imported.push(body);
      return void response.writeHead(200, { etag: `"${md5(body)}"` }).end();
    }
    if (pathname === '/dump') return void response.end('CREATE TABLE rounds (round INTEGER);\n');
    const path = pathname.replace('/client/v4', '');
    contents.asked.push(`${request.method} ${path}`);
    const result = answer(request.method ?? '', path, searchParams, body);
    const isKnown = result !== undefined && request.headers.authorization === 'Bearer canary';
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    const errors = isKnown ? [] : [{ code: 7000, message: `nobody expected ${request.method} ${path}` }];
    response.end(JSON.stringify({ success: isKnown, errors, messages: [], result, result_info: { count: 1 } }));
  });
  // A tail is a WebSocket (RFC 6455): one event is told, in one frame of text.
  const tails = new Set<Duplex>();
  server.on('upgrade', (request, socket) => {
    tails.add(socket);
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${WEBSOCKET}`).digest('base64');
    const protocol = request.headers['sec-websocket-protocol'];
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: ${protocol}\r\n\r\n`,
    );
    const event = JSON.stringify({ outcome: 'exception', scriptName: name, logs: [], exceptions: [] });
    socket.write(Buffer.concat([Buffer.from([0x81, event.length]), Buffer.from(event)]));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    for (const tail of tails) tail.destroy();
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `${url}/client/v4`, contents, stop };
}
