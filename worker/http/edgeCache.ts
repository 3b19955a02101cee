import { waitUntil } from 'cloudflare:workers';
import { createMiddleware } from 'hono/factory';
import { errorText } from '../../src/errorText.ts';
import { VERSION } from '../version.ts';
import type { AppEnv } from './appEnv.ts';
import { requireNames } from './parseInput.ts';

/**
 * Answers a GET from Cloudflare's cache (each data centre has its own), and stores good answers there for as long as
 * their `Cache-Control` says: `s-maxage`, else `max-age`. Only 200s marked `public` are stored, before ETag and
 * security headers are added. A request with a parameter that is not in `params` is refused: the key in the cache does
 * not contain the parameter.
 */
export function edgeCache(...params: readonly string[]) {
  return createMiddleware<AppEnv>(async (c, next) => {
    requireNames(c, params);
    const key = keyOf(c.req, params);
    const kept = await caches.default.match(key).catch(failed);
    // A copy, because the headers of a stored answer cannot be changed.
    if (kept) return new Response(kept.body, kept);
    await next();
    if (c.res.status !== 200 || !c.res.headers.get('cache-control')?.includes('public')) return;
    waitUntil(caches.default.put(key, c.res.clone()).catch(failed));
  });
}

/** A part of an answer that the edge may keep: the same name always means the same text. */
export interface EdgePart {
  readonly url: string;
  readonly name: string;
  readonly make: () => Promise<string>;
}

/** The JSON of a part, from the edge or newly made; a new one is kept at the edge for a day. */
export async function keptPart({ url, name, make }: EdgePart): Promise<ReadableStream | string> {
  const key = new URL(url);
  key.search = new URLSearchParams({ part: name, 'edge-cache': VERSION }).toString();
  const kept = await caches.default.match(key).catch(failed);
  if (kept?.body) return kept.body;
  const text = await make();
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': `public, max-age=${PART_SECONDS}` };
  waitUntil(caches.default.put(key, new Response(text, { headers })).catch(failed));
  return text;
}

const PART_SECONDS = 86_400;

/** The key of a request in the cache. It contains our version, because another version may answer in another shape. */
function keyOf(req: { readonly url: string; query(name: string): string | undefined }, params: readonly string[]) {
  const url = new URL(req.url);
  const given = params.flatMap((name) => {
    const value = req.query(name);
    return value === undefined ? [] : [[name, value]];
  });
  url.search = new URLSearchParams([...given, ['edge-cache', VERSION]]).toString();
  return url.toString();
}

/** Logs that the cache failed. The request is then answered without the cache. */
function failed(error: unknown): undefined {
  console.warn(`edge cache: ${errorText(error)}`);
}
