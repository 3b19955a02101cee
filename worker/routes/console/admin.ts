import { Hono } from 'hono';
import type { AppEnv } from '../../http/appEnv.ts';
import { requireAdminKey } from '../../http/requireAdminKey.ts';
import { adminRoundRoutes } from './adminRounds.ts';
import { bookRoutes } from './books.ts';
import { distributionRoutes } from './distribution.ts';
import { operationsRoutes } from './operations.ts';
import { taxTransactionRoutes } from './taxTransactions.ts';

/** All routes under `/api/admin`. One guard stands before all of them, and also before paths that do not exist. */
export const adminRoutes = new Hono<AppEnv>()
  .use(requireAdminKey)
  .get('/session', (c) =>
    c.json({ success: true, data: { name: c.get('admin'), roles: [...c.get('roles')] } } as const),
  )
  .route('/', adminRoundRoutes)
  .route('/', bookRoutes)
  .route('/operations', operationsRoutes)
  .route('/tax-distribution', distributionRoutes)
  .route('/tax-distribution', taxTransactionRoutes);
