import { Hono } from 'hono';
import type { AppEnv } from '../http/appEnv.ts';
import { apiDescription } from './apiDescription.ts';

/** What the API is, for programs. It changes with a deployment alone, and needs no settings. */
export const openApiRoutes = new Hono<AppEnv>().get('/openapi.json', (c) => {
  c.header('Cache-Control', 'public, max-age=300');
  return c.json(apiDescription());
});
