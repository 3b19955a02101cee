import type { ApiDocument } from '../../src/contract/openapi/ApiDocument.ts';
import { compareRoutes } from './compareRoutes.ts';
import { createSend } from './createSend.ts';
import { CONTRACT_ROUTES, type FuzzedRoute, PAGES } from './fuzzedRoutes.ts';
import { type FuzzFailure, fuzzRoute, type RouteResult } from './fuzzRoute.ts';
import type { Fuzzed } from './startFuzzed.ts';

export interface FuzzOrder {
  readonly seed: string;
  /** Requests to each route of the contract; a page gets a tenth of them. */
  readonly requests: number;
  /** Part of the names of the routes that are asked; null for all. */
  readonly route: string | null;
  readonly at: string | null;
}

export interface FuzzResult {
  readonly routes: readonly RouteResult[];
  readonly failures: readonly FuzzFailure[];
}

/** So many routes at a time: the worker uses one core, and the requests are made on another. */
const AT_ONCE = 3;
const PAGES_SHARE = 10;

/** Sends requests to all routes, to some of them at the same time, and reports each route when it is done. */
export async function fuzzAll(
  fuzzed: Fuzzed,
  order: FuzzOrder,
  tell: (done: RouteResult) => void,
): Promise<FuzzResult> {
  const { seed, requests, route: wanted, at } = order;
  const { send, close } = createSend(fuzzed.url);
  const isWanted = ({ name }: FuzzedRoute) =>
    wanted === null || name === wanted || (at === null && name.includes(wanted));
  const pages = PAGES.map((route) => ({ route, requests: Math.ceil(requests / PAGES_SHARE) }));
  const left = [...CONTRACT_ROUTES.map((route) => ({ route, requests })), ...pages].filter(({ route }) =>
    isWanted(route),
  );
  if (left.length === 0) throw new Error(`there is no route "${wanted}"`);
  const routes: RouteResult[] = [];
  const ask = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { known } = fuzzed;
      const done = await fuzzRoute(next.route, { seed, requests: next.requests, at, known, send });
      routes.push(done);
      tell(done);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    const missing = compareRoutes({
      contract: CONTRACT_ROUTES.map(({ name }) => name),
      described: await describedRoutes(fuzzed.url),
      registered: fuzzed.registered,
    });
    return { routes, failures: [...missing, ...routes.flatMap(({ failure }) => failure ?? [])] };
  } finally {
    close();
  }
}

async function describedRoutes(url: string): Promise<string[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as ApiDocument;
  return Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
}
