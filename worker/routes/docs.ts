import { Hono } from 'hono';
import { renderDocs } from '#page';
import type { ApiDocument } from '../../src/contract/openapi/ApiDocument.ts';
import { describeApi } from '../../src/contract/openapi/describeApi.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { VERSION } from '../version.ts';

let described: ApiDocument | null = null;

/** The description of the API. It is made at the first request for it, because most isolates get none. */
export function apiDescription(): ApiDocument {
  described ??= describeApi(VERSION);
  return described;
}

/** The pages that describe the API: a list of the routes, and a page for each. Any other name gets the 404 page. */
export const docsRoutes = new Hono<AppEnv>().on('GET', ['/docs', '/docs/', '/docs/:operationId'], (c, next) => {
  const html = renderDocs(apiDescription(), c.req.param('operationId') ?? null);
  if (html === null) return next();
  c.header('Cache-Control', 'public, max-age=300');
  return c.html(html);
});
