import { Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../http/appEnv.ts';
import { cursorParam, parseQuery } from '../http/parseInput.ts';
import { readTaxTransactions } from '../services/readTax.ts';

const querySchema = z.object({
  limit: z.enum(['10', '25', '50', '100'], 'must be 10, 25, 50 or 100').default('50').transform(Number),
  cursor: cursorParam.optional(),
  status: z.enum(['all', 'completed', 'failed', 'pending'], 'must be all, completed, failed or pending').default('all'),
});

/** What happened to the collected tax, newest first. */
export const taxTransactionRoutes = new Hono<AppEnv>().get('/transactions', async (c) => {
  const { limit, cursor, status } = parseQuery(c, querySchema);
  const query = { filter: status, limit, before: cursor ?? null };
  const { page, nextCursor } = await readTaxTransactions(c.env.DB, query);
  return c.json({ success: true, data: page, nextCursor } as const);
});
