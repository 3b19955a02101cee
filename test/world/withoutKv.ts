import { wrapBundle } from './wrapBundle.ts';

/** The built worker in a folder of its own, whose KV refuses every call, at the edge and in the objects. */
export const bundleWithoutKv = (bundleDir: string): string => wrapBundle(bundleDir, ENTRY);

const ENTRY = `
import worker, { AlertsObject, PushObject, RoundsObject as Rounds, TaxObject as Tax } from './built.js';

const refuse = () => Promise.reject(new Error('KV is away'));
const CACHE = { get: refuse, getWithMetadata: refuse, list: refuse, put: refuse, delete: refuse };
// The same object for all requests, as the platform's is.
const known = new WeakMap();
const without = (env) => {
  if (!known.has(env)) known.set(env, { ...env, CACHE });
  return known.get(env);
};

export { AlertsObject, PushObject };
export class RoundsObject extends Rounds {
  constructor(ctx, env) {
    super(ctx, without(env));
  }
}
export class TaxObject extends Tax {
  constructor(ctx, env) {
    super(ctx, without(env));
  }
}
export default {
  fetch: (request, env, ctx) => worker.fetch(request, without(env), ctx),
  scheduled: (event, env, ctx) => worker.scheduled(event, without(env), ctx),
};
`;
