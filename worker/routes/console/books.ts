import { Hono } from 'hono';
import * as z from 'zod';
import { monthOrFile } from '../../../src/contract/statement.ts';
import { readOverview } from '../../answers/console/readOverview.ts';
import { readStatement } from '../../answers/console/readStatement.ts';
import { statementCsv } from '../../answers/console/statementCsv.ts';
import type { AppEnv } from '../../http/appEnv.ts';
import { parseParams } from '../../http/parseInput.ts';

const FILE = '.csv';

/** Income and payments: an overview of the last 30 days, the statement of a month. Every admin key may read both. */
export const bookRoutes = new Hono<AppEnv>()
  .get('/overview', async (c) => {
    const { clock } = c.get('settings');
    return c.json({ success: true, data: await readOverview({ db: c.env.DB, clock, now: Date.now() }) } as const);
  })
  .get('/statements/:month', async (c) => {
    const { month } = parseParams(c, z.object({ month: monthOrFile }));
    const name = month.replace(FILE, '');
    const whole = await readStatement(c.env.DB, name);
    if (!month.endsWith(FILE)) return c.json({ success: true, data: whole.statement } as const);
    c.header('Content-Type', 'text/csv; charset=utf-8');
    c.header('Content-Disposition', `attachment; filename="statement-${name}.csv"`);
    return c.body(statementCsv(whole));
  });
