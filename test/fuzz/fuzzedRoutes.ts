import * as z from 'zod';
import { type ApiRoute, address, date, round } from '../../src/contract/openapi/ApiRoute.ts';
import { ADMIN_ROUTES } from '../../src/contract/openapi/adminRoutes.ts';
import { PUBLIC_ROUTES } from '../../src/contract/openapi/publicRoutes.ts';

/** A route that gets requests. */
export interface FuzzedRoute extends ApiRoute {
  /** `get /api/lottery/rounds/{round}` */
  readonly name: string;
  /** Whether it wants the admin key. */
  readonly isAdmin: boolean;
}

const named = (isAdmin: boolean) => (route: ApiRoute) => ({ ...route, name: `${route.method} ${route.path}`, isAdmin });

/** Every route of the contract. */
export const CONTRACT_ROUTES: readonly FuzzedRoute[] = [
  ...PUBLIC_ROUTES.map(named(false)),
  ...ADMIN_ROUTES.map(named(true)),
];

const find = z.string();
const page = (path: string, given: Partial<ApiRoute> = {}) =>
  named(false)({ method: 'get', path, summary: 'A page.', answer: z.unknown(), ...given });

/** Paths for visitors, feed readers and crawlers. No contract describes their answers, but they must not fail. */
export const PAGES: readonly FuzzedRoute[] = [
  page('/'),
  page('/rounds', { query: { find, date, address } }),
  page('/rounds/{round}', { params: { round }, query: { address } }),
  page('/rounds/{round}/wins/1', { params: { round } }),
  page('/rounds/{round}/entries.csv', { params: { round } }),
  page('/og/rounds/{round}.png', { params: { round } }),
  page('/og/rounds/{round}-1.png', { params: { round } }),
  page('/wallet', { query: { address, round } }),
  page('/wallet/{address}', { params: { address } }),
  page('/tax'),
  page('/status'),
  page('/docs'),
  page('/docs/getHealth'),
  page('/admin'),
  page('/feed.xml'),
  page('/rss.xml'),
  page('/draws.ics'),
  page('/embed'),
];
