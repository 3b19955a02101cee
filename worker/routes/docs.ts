import { Hono } from 'hono';
import { renderDocs } from '#page';
import type { ApiDocument } from '../../src/contract/openapi/ApiDocument.ts';
import { describeApi } from '../../src/contract/openapi/describeApi.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { VERSION } from '../version.ts';

let described: ApiDocument | null = null;

/** The description of the API. It is made when it is first asked for; most isolates are never asked. */
export function apiDescription(): ApiDocument {
  described ??= describeApi(VERSION);
  return described;
}

/** What the API is, for people. */
export const docsRoutes = new Hono<AppEnv>().on('GET', ['/docs', '/docs/'], (c) => {
  c.header('Cache-Control', 'public, max-age=300');
  return c.html(renderDocs(apiDescription()));
});
