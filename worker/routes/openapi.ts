import { Hono } from 'hono';
import type { AppEnv } from '../http/appEnv.ts';
import { apiDescription } from './docs.ts';

/** The description of the API, for programs. It only changes with a deployment, and needs no settings. */
export const openApiRoutes = new Hono<AppEnv>().get('/openapi.json', (c) => {
  c.header('Cache-Control', 'public, max-age=300');
  return c.json(apiDescription());
});
