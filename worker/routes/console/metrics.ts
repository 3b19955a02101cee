import { Hono } from 'hono';
import type { AppEnv } from '../../http/appEnv.ts';
import { readMetrics } from '../../http/healthReader.ts';
import { requireBearerKey } from '../../http/requireAdminKey.ts';

const PROMETHEUS_TEXT = 'text/plain; version=0.0.4; charset=utf-8';

/** What Prometheus reads. Any admin key opens it, since nothing can be changed here. */
export const metricsRoutes = new Hono<AppEnv>().get('/metrics', requireBearerKey, async (c) =>
  c.body(await readMetrics(c.env, c.get('settings')), 200, { 'Content-Type': PROMETHEUS_TEXT }),
);
