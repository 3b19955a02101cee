import { parseArgs } from 'node:util';

export interface FuzzOptions {
  readonly seed: string;
  /** How many requests to each route, or cases of each decoder; null for the usual number. */
  readonly requests: number | null;
  readonly route: string | null;
  readonly at: string | null;
  readonly json: boolean;
  readonly decoders: boolean;
}

/** Reads the command's arguments. Throws an Error with a sentence when they make no sense. */
export function fuzzOptions(args: readonly string[], newSeed: () => string): FuzzOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ seed: { type: 'string' }, requests: { type: 'string' }, route: { type: 'string' }, at: { type: 'string' } },
      ...{ json: { type: 'boolean', default: false }, decoders: { type: 'boolean', default: false } },
    },
  });
  const { seed = newSeed(), requests, route = null, at = null, json, decoders } = values;
  if (requests !== undefined && !/^[1-9]\d{0,6}$/.test(requests))
    throw new Error('--requests must be a whole number above 0');
  if (at !== null && (route === null || values.seed === undefined)) throw new Error('--at needs --seed and --route');
  if (at !== null && !/^\d+(?::\d+)*$/.test(at)) throw new Error('--at must be what a failure has printed');
  return { seed, requests: requests === undefined ? null : Number(requests), route, at, json, decoders };
}
