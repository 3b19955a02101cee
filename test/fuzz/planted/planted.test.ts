import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { compareRoutes } from '../compareRoutes.ts';
import { createSend } from '../createSend.ts';
import type { Known } from '../describedDrafts.ts';
import { type FuzzRequest, requestText, type Send } from '../FuzzRequest.ts';
import type { FuzzedRoute } from '../fuzzedRoutes.ts';
import { fuzzOptions } from '../fuzzOptions.ts';
import { fuzzRoute } from '../fuzzRoute.ts';

const KNOWN: Known = { adminKey: 'the key', params: {}, bodies: {} };
const ROUTE: FuzzedRoute = {
  ...{ name: 'get /api/health', method: 'get', path: '/api/health', summary: '', isAdmin: false },
  answer: z.object({ status: z.string() }),
};
const ADMIN: FuzzedRoute = {
  ...{ name: 'post /api/admin/operations/pause', method: 'post', path: '/api/admin/operations/pause', isAdmin: true },
  ...{ summary: '', body: z.object({ reason: z.string().min(1) }), answer: z.object({ success: z.literal(true) }) },
};

type Answer = readonly [status: number, body: unknown];
const NOT_FOUND: Answer = [404, { success: false, error: 'nothing here', code: 'NOT_FOUND' }];
const isOwn = ({ method, path, isStray }: FuzzRequest) =>
  !isStray && method === 'GET' && path.startsWith('/api/health');
/** A route without a fault, except for the answers of `planted`. */
const answering =
  (planted: (request: FuzzRequest) => Answer | null): Send =>
  async (request) => {
    const [status, body] = planted(request) ?? (isOwn(request) ? [200, { status: 'ok' }] : NOT_FOUND);
    return { status, contentType: 'application/json', text: JSON.stringify(body) };
  };
const fuzz = (send: Send, given: { seed?: string; at?: string | null; requests?: number } = {}) =>
  fuzzRoute(ROUTE, { seed: 'planted', requests: 300, at: null, known: KNOWN, send, ...given });

describe('a fault that was planted in a route', () => {
  it.each<[string, (request: FuzzRequest) => Answer | null, RegExp]>([
    ['an answer 500', ({ path }) => (path.includes('?') ? [500, {}] : null), /answered 500/],
    ['a 503 that no contract names', ({ body }) => (body === null ? null : [502, {}]), /answered 502/],
    ['an answer outside the schema', () => [200, { status: 1 }], /outside its schema at status/],
    ['a field that the schema does not name', () => [200, { status: 'ok', x: { y: 1 } }], /does not name: \.x/],
    ['an error of another shape', () => [400, { message: 'no' }], /error of status 400 is outside its schema/],
    ['a code with the status of another', () => [400, { ...errorOf('NOT_FOUND') }], /whose status is 404/],
    [
      'a status that the contract does not name',
      (asked) => (isOwn(asked) ? [409, errorOf('EXIT_REFUSED')] : null),
      /not name/,
    ],
    [
      'a refusal of what the contract allows',
      (asked) => (isOwn(asked) ? [400, errorOf('BAD_REQUEST')] : null),
      /allows/,
    ],
  ])('is found: %s', async (_, planted, problem) => {
    const { failure } = await fuzz(answering(planted));
    expect(failure?.problem).toMatch(problem);
  });

  it('is not found where there is none', async () => {
    expect(await fuzz(answering(() => null))).toMatchObject({ requests: 300, failure: null });
  });

  it('can be sent again by its seed and its place, as small as it was made', async () => {
    const large = answering(({ path }) => (path.length > '/api/health?a='.length ? [500, {}] : null));
    const { failure } = await fuzz(large);
    if (failure === null) throw new Error('nothing was found');
    const again = await fuzz(large, { at: failure.at });
    expect(again).toMatchObject({ requests: 1, failure: { request: failure.request } });
    expect(failure.request.length).toBeLessThan(200);
  });

  it('is found in an admin route that opens without its key, and in one that accepts a wrong body', async () => {
    const opens: Send = async () => ({ status: 200, contentType: 'application/json', text: '{"success":true}' });
    const input = { seed: 'planted', requests: 300, at: null, known: KNOWN };
    const { failure } = await fuzzRoute(ADMIN, { ...input, send: opens });
    expect(failure?.problem).toMatch(/without the admin key|outside its schema/);
    const guarded: Send = async (request) =>
      request.hasKey
        ? opens(request)
        : { status: 401, contentType: 'application/json', text: JSON.stringify(UNAUTHORIZED) };
    const { failure: taken } = await fuzzRoute(ADMIN, { ...input, send: guarded });
    expect(taken?.problem).toBe('answered 200 to a body outside its schema');
  });

  it('is found where a route is on one list and not on another', () => {
    const lists = { contract: ['get /a', 'get /b'], described: ['get /a', 'get /b'], registered: ['get /a', 'get /c'] };
    expect(compareRoutes(lists).map(({ route, problem }) => `${route} ${problem}`)).toEqual([
      'get /b is not among the routes: registered',
      'get /c is not among the routes: contract, described',
    ]);
  });
});

const errorOf = (code: string) => ({ success: false, error: 'a sentence', code });
const UNAUTHORIZED = { ...errorOf('UNAUTHORIZED'), errors: ['a sentence'] };

describe('requests', () => {
  const heard = async (seed: string) => {
    const requests: (FuzzRequest & { readonly text: string })[] = [];
    const silent = answering((request) => {
      requests.push({ ...request, text: requestText(request) });
      return null;
    });
    await fuzz(silent, { seed, requests: 50 });
    return requests;
  };

  it('are the same for the same seed, and others for another', async () => {
    const texts = async (seed: string) => (await heard(seed)).map(({ text }) => text);
    const first = await texts('a');
    expect(await texts('a')).toEqual(first);
    expect(await texts('b')).not.toEqual(first);
  });

  it('are in part as the contract describes them, and in part changed', async () => {
    const changes = new Set((await heard('a')).flatMap(({ changes }) => (changes.length === 0 ? ['none'] : changes)));
    expect([...changes]).toEqual(expect.arrayContaining(['none', 'unknown parameter', 'odd body', 'path']));
  });
});

describe('the way to the server', () => {
  const ending: (() => void)[] = [];
  afterEach(() => {
    for (const end of ending.splice(0)) end();
  });
  interface Faults {
    readonly closes?: (times: number) => boolean;
    readonly isSilent?: (path: string) => boolean;
    readonly patience?: Parameters<typeof createSend>[1];
  }
  /** A server that answers with the request that it got, closes the connection, or is silent. */
  const serve = async ({ closes = () => false, isSilent = () => false, patience }: Faults) => {
    let times = 0;
    const server = createServer((request, response) => {
      times += 1;
      if (closes(times)) return void request.socket.destroy();
      if (isSilent(request.url ?? '')) return;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ method: request.method, url: request.url }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { send, close } = createSend(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, patience);
    ending.push(() => {
      close();
      server.closeAllConnections();
      server.close();
    });
    return send;
  };
  /** Longer than any answer takes. */
  const LONG_MS = 200_000;
  const REQUEST: FuzzRequest = {
    ...{ method: 'GET', path: '/a/../%zz?%', headers: {}, body: null, changes: [], isStray: true, hasKey: true },
  };

  it('does not change a path that is not valid', async () => {
    const send = await serve({});
    expect(JSON.parse((await send(REQUEST))?.text ?? '')).toMatchObject({ url: '/a/../%zz?%' });
  });

  it('asks again once when a keep-alive connection was closed, and reports it when the next one is closed too', async () => {
    const once = await serve({ closes: (times) => times === 2 });
    await once(REQUEST);
    expect(await once(REQUEST)).toMatchObject({ status: 200 });
    const always = await serve({ closes: () => true });
    await expect(always(REQUEST)).rejects.toThrow('socket hang up');
  });

  it('finds a request that is never answered although a bare one is', async () => {
    const isSilent = (path: string) => path === REQUEST.path;
    const send = await serve({ isSilent, patience: (_, isBare) => (isBare ? LONG_MS : 1) });
    await expect(send(REQUEST)).rejects.toThrow('and a bare route is answered');
  });

  it('makes a request again while the bare one is not answered either, and calls that a fault in the end', async () => {
    let isAwake = false;
    const patience = (tries: number) => {
      isAwake ||= tries === 2;
      return isAwake ? LONG_MS : 1;
    };
    const later = await serve({ isSilent: () => !isAwake, patience });
    expect(await later(REQUEST)).toMatchObject({ status: 200 });
    const never = await serve({ isSilent: () => true, patience: () => 1 });
    await expect(never(REQUEST)).rejects.toThrow('nor to a bare route, 3 times');
  });
});

describe("the command's words", () => {
  const options = (...args: string[]) => fuzzOptions(args, () => 'new');
  it('are none, or a seed, a number, a route and what a failure has printed', () => {
    expect(options()).toEqual({ seed: 'new', requests: null, route: null, at: null, json: false, decoders: false });
    expect(options('--seed', 'a', '--requests', '5', '--route', 'get /', '--at', '4:0:1', '--json')).toMatchObject({
      ...{ seed: 'a', requests: 5, route: 'get /', at: '4:0:1', json: true },
    });
  });

  it.each([
    [['--requests', '0'], /--requests must be/],
    [['--at', '4'], /--at needs --seed and --route/],
    [['--seed', 'a', '--route', 'b', '--at', 'x'], /--at must be/],
    [['--nonsense'], /nonsense/],
  ])('%j are refused', (args, problem) => {
    expect(() => options(...args)).toThrow(problem);
  });
});
