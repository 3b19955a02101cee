import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import type { ApiError } from '../src/contract/error.ts';
import type { AppEnv } from './http/appEnv.ts';
import { ApiFault } from './http/fault.ts';
import { roundLock } from './http/roundLock.ts';
import { aboutRoutes } from './routes/about.ts';
import { lotteryRoutes } from './routes/lottery.ts';
import { operationsRoutes } from './routes/operations.ts';
import { pageRoutes } from './routes/page.ts';
import { priceRoutes } from './routes/prices.ts';
import { roundRoutes } from './routes/rounds.ts';
import { walletRoutes } from './routes/wallets.ts';
import { composeHealth } from './services/composeHealth.ts';
import { settingsOf } from './settings.ts';

/** The browser reads the pool's balance from the public RPC itself when everything else fails; nothing else may be reached. */
function contentSecurityPolicy(publicRpcUrl: string | null) {
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    manifestSrc: ["'self'"],
    connectSrc: ["'self'", ...(publicRpcUrl === null ? [] : [new URL(publicRpcUrl).origin])],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  };
}

const api = new Hono<AppEnv>()
  .get('/health', async (c) => {
    const parsed = settingsOf(c.env);
    const pulse = parsed.ok
      ? await roundLock(c.env)
          .readPulse()
          .catch(() => null)
      : null;
    const health = composeHealth(parsed.ok ? [] : parsed.problems, pulse, Date.now());
    c.header('Cache-Control', 'no-store');
    return c.json(health, health.status === 'down' ? 503 : 200);
  })
  .use(async (c, next) => {
    const parsed = settingsOf(c.env);
    if (!parsed.ok)
      throw new ApiFault(
        'NOT_CONFIGURED',
        'The lottery is not set up yet. An operator can see at /api/health what is missing.',
      );
    c.set('settings', parsed.settings);
    await next();
  })
  .route('/lottery', lotteryRoutes)
  .route('/lottery', roundRoutes)
  .route('/lottery', walletRoutes)
  .route('/admin/operations', operationsRoutes)
  .route('/', aboutRoutes)
  .route('/', priceRoutes)
  .all('*', (c) => {
    throw new ApiFault(
      'NOT_FOUND',
      `There is nothing at ${c.req.method} ${c.req.path.slice(0, 200)}. See the README for the routes.`,
    );
  });

export const app = new Hono<AppEnv>()
  .use(async (c, next) => {
    const parsed = settingsOf(c.env);
    const headers = secureHeaders({
      contentSecurityPolicy: contentSecurityPolicy(parsed.ok ? parsed.settings.publicRpcUrl : null),
      strictTransportSecurity: 'max-age=63072000; includeSubDomains; preload',
      referrerPolicy: 'strict-origin-when-cross-origin',
      xFrameOptions: 'DENY',
      permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
    });
    return headers(c, next);
  })
  .use(etag())
  .route('/api', api)
  .route('/', pageRoutes)
  .onError((error, c) => {
    const fault = error instanceof ApiFault ? error : unexpected(error);
    return c.json({ success: false, error: fault.message, code: fault.code } satisfies ApiError, fault.status, {
      'Cache-Control': 'no-store',
    });
  });

function unexpected(error: Error): ApiFault {
  console.error(error.stack ?? error.message);
  return new ApiFault('INTERNAL', 'Something went wrong on our side. Please try again in a moment.');
}
