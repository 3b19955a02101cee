import { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { AppEnv } from './http/appEnv.ts';
import { ApiFault, answerFault } from './http/fault.ts';
import { readHealth } from './http/healthReader.ts';
import { requireSettings } from './http/requireSettings.ts';
import { securityHeaders } from './http/securityHeaders.ts';
import { aboutRoutes } from './routes/about.ts';
import { adminRoutes } from './routes/console/admin.ts';
import { metricsRoutes } from './routes/console/metrics.ts';
import { docsRoutes } from './routes/docs.ts';
import { embedRoutes } from './routes/embed.ts';
import { fairnessRoutes } from './routes/fairness.ts';
import { feedRoutes } from './routes/feeds.ts';
import { lotteryRoutes } from './routes/lottery.ts';
import { openApiRoutes } from './routes/openapi.ts';
import { createPageRoutes } from './routes/page.ts';
import { pictureRoutes } from './routes/pictures.ts';
import { priceRoutes } from './routes/prices.ts';
import { pushRoutes } from './routes/push.ts';
import { roundRoutes } from './routes/rounds.ts';
import { statusRoutes } from './routes/status.ts';
import { taxRoutes } from './routes/tax.ts';
import { termsRoutes } from './routes/terms.ts';
import { walletRoutes } from './routes/wallets.ts';
import { settingsOf } from './settings/parseSettings.ts';

/** No ETag is made of answers with the server's time, which are always new, or of answers that nobody may keep. */
const NEVER_THE_SAME = new Set(['/api/lottery/stats', '/api/health', '/api/metrics', '/', '/embed', '/offline']);
const isNeverTheSame = (path: string) => NEVER_THE_SAME.has(path) || path.startsWith('/api/admin/');
const tagged = etag();

const api = new Hono<AppEnv>()
  .get('/health', async (c) => {
    const health = await readHealth(c.env);
    c.header('Cache-Control', 'no-store');
    return c.json(health, health.status === 'down' ? 503 : 200);
  })
  .route('/', openApiRoutes)
  .use(requireSettings)
  .route('/lottery', lotteryRoutes)
  .route('/lottery', roundRoutes)
  .route('/lottery', walletRoutes)
  .route('/lottery', taxRoutes)
  .route('/lottery', fairnessRoutes)
  .route('/lottery', termsRoutes)
  .route('/lottery', statusRoutes)
  .route('/admin', adminRoutes)
  .route('/', metricsRoutes)
  .route('/', aboutRoutes)
  .route('/', priceRoutes)
  .route('/', pushRoutes)
  .all('*', (c) => {
    throw new ApiFault(
      'NOT_FOUND',
      `There is nothing at ${c.req.method} ${c.req.path.slice(0, 200)}. See /docs for the routes.`,
    );
  });

export const app = new Hono<AppEnv>()
  .use((c, next) => securityHeaders(settingsOf(c.env), c.req.path)(c, next))
  .use((c, next) => (isNeverTheSame(c.req.path) ? next() : tagged(c, next)))
  .route('/api', api)
  .route('/', docsRoutes)
  .route('/', feedRoutes)
  .route('/', pictureRoutes)
  .route('/', embedRoutes)
  .route(
    '/',
    createPageRoutes((request, env) => ownApi.fetch(request, env)),
  )
  .onError(answerFault);

/** The API alone. The routes of the pages ask it, without the network. */
const ownApi = new Hono<AppEnv>().route('/api', api).onError(answerFault);
