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

export const FUZZ_USAGE = `npm run fuzz -- [--seed S] [--requests N] [--route R] [--at P] [--json]
npm run fuzz -- --decoders [--seed S] [--requests N]

  --seed S      the same requests as another run
  --requests N  so many to each route, or cases of each decoder
  --route R     this route alone, such as "get /api/health"
  --at P        the request that a failure has printed, with --seed and --route
  --decoders    the code that reads foreign bytes, instead of the routes`;

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
