import { Hono } from 'hono';
import { renderDocs } from '#page';
import type { AppEnv } from '../http/appEnv.ts';
import { apiDescription } from './apiDescription.ts';

/** What the API is, for people. */
export const docsRoutes = new Hono<AppEnv>().on('GET', ['/docs', '/docs/'], (c) => {
  c.header('Cache-Control', 'public, max-age=300');
  return c.html(renderDocs(apiDescription()));
});
