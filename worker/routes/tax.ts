import { Hono } from 'hono';
import type { TaxReport } from '../../src/contract/tax.ts';
import { readTaxReport } from '../answers/tax/readTax.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { edgeCache } from '../http/edgeCache.ts';
import { publicReader } from '../http/publicReader.ts';

/** Kept for a short time only, since a cycle moves every few seconds while it is under way. */
const TAX_CACHE = 'public, max-age=2, s-maxage=10';

/** Where the transfer fee goes, step by step. */
export const taxRoutes = new Hono<AppEnv>().get('/tax', edgeCache(), async (c) => {
  const now = Date.now();
  const read = publicReader({ env: c.env, client: c.req.header('CF-Connecting-IP') });
  const report: TaxReport = await read('rows', (db) => readTaxReport(db, c.get('settings'), now));
  c.header('Cache-Control', TAX_CACHE);
  return c.json(report);
});
