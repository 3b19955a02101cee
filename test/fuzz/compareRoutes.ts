import type { FuzzFailure } from './fuzzRoute.ts';

/** Lists of routes by where they come from; each names them `get /api/lottery/rounds/{round}`. */
export interface RouteLists {
  readonly contract: readonly string[];
  /** The contract's description, as the running worker publishes it. */
  readonly described: readonly string[];
  /** The routes that the app has registered. */
  readonly registered: readonly string[];
}

/** A failure for each route that is not on all of the lists. */
export function compareRoutes(lists: RouteLists): FuzzFailure[] {
  const all = [...new Set(Object.values(lists).flat())].sort();
  return all.flatMap((route) => {
    const missing = Object.entries(lists).flatMap(([list, routes]) => (routes.includes(route) ? [] : [list]));
    const problem = `is not among the routes: ${missing.join(', ')}`;
    return missing.length === 0 ? [] : [{ route, at: '', problem, request: 'none' }];
  });
}
