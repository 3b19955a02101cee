import { Hono } from 'hono';
import * as z from 'zod';
import { DAY_SECONDS } from '../../../src/round/daySeconds.ts';
import { readTaxSums, readTaxTransactions } from '../../answers/tax/readTax.ts';
import type { AppEnv } from '../../http/appEnv.ts';
import { ApiFault } from '../../http/fault.ts';
import { cursorParam, dayParam, parseQuery } from '../../http/parseInput.ts';

const querySchema = z.object({
  limit: z.enum(['10', '25', '50', '100'], 'must be 10, 25, 50 or 100').default('50').transform(Number),
  cursor: cursorParam.optional(),
  status: z.enum(['all', 'completed', 'failed', 'pending'], 'must be all, completed, failed or pending').default('all'),
  from: dayParam.optional(),
  to: dayParam.optional(),
  search: z.string().regex(/\S/, 'must not be empty').trim().max(100, 'must have at most 100 characters').optional(),
});
const sumsSchema = z.object({ from: dayParam, to: dayParam });

/** What happened to the collected tax, newest first, and its sums over days. */
export const taxTransactionRoutes = new Hono<AppEnv>()
  .get('/transactions', async (c) => {
    const { limit, cursor, status, from, to, search } = parseQuery(c, querySchema);
    requireOrder(from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY);
    const until = to === undefined ? undefined : to + DAY_SECONDS;
    const query = { filter: status, limit, before: cursor ?? null, from, until, search };
    const { page, nextCursor } = await readTaxTransactions(c.env.DB, query);
    return c.json({ success: true, data: page, nextCursor } as const);
  })
  .get('/sums', async (c) => {
    const { from, to } = parseQuery(c, sumsSchema);
    requireOrder(from, to);
    return c.json({ success: true, data: await readTaxSums(c.env.DB, from, to) } as const);
  });

function requireOrder(from: number, to: number): void {
  if (from > to) throw new ApiFault('BAD_REQUEST', 'to: must not be before from.');
}
