import { Hono } from 'hono';
import * as z from 'zod';
import type { TaxTransaction } from '../../src/contract/distribution.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { cursorParam, parseQuery } from '../http/parseInput.ts';
import { composeTransaction } from '../services/composeTax.ts';
import { taxPage } from '../store/taxPages.ts';

const query = z.object({
  limit: z.enum(['10', '25', '50', '100'], 'must be 10, 25, 50 or 100').default('50').transform(Number),
  cursor: cursorParam.optional(),
  status: z.enum(['all', 'completed', 'failed', 'pending'], 'must be all, completed, failed or pending').default('all'),
});

/** What happened to the collected tax, newest first. */
export const taxTransactionRoutes = new Hono<AppEnv>().get('/transactions', async (c) => {
  const { limit, cursor, status } = parseQuery(c, query);
  const found = await taxPage(c.env.DB, { filter: status, limit: limit + 1, before: cursor ?? null });
  const page = found.slice(0, limit);
  const nextCursor = found.length > limit ? `${page.at(-1)?.id}` : null;
  return c.json({ success: true, data: page.map(composeTransaction) satisfies TaxTransaction[], nextCursor } as const);
});
