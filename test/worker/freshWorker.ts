import { env } from 'cloudflare:workers';
import { app } from '../../worker/app.ts';
import { COMPLETE } from './completeSettings.ts';

let hosts = 0;

/**
 * The app as a worker that has just started: nothing is known in its isolate, because its bindings are new, and its host has
 * nothing in the edge's cache. D1, KV and the Durable Object are the tests' own, unless `given` replaces them; the Durable
 * Object has no settings.
 */
export function freshWorker(given: object = {}) {
  const origin = `https://host${++hosts}.test`;
  const bindings = { DB: env.DB, CACHE: env.CACHE, ROUNDS: env.ROUNDS, ASSETS: env.ASSETS };
  const settings = { ...bindings, ...COMPLETE, ...given };
  return {
    origin,
    ask: async (path: string, init: RequestInit = {}) => {
      const response = await app.request(origin + path, init, settings);
      const cache = response.headers.get('cache-control');
      return { response, text: await response.text(), status: response.status, cache };
    },
  };
}
