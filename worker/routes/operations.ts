import { Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../http/appEnv.ts';
import { parseBody } from '../http/parseInput.ts';
import { roundLock } from '../http/roundLock.ts';
import { endPause, startPause } from '../store/pauses.ts';

const reasonBody = z.object({
  reason: z.string('must be a text').trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
});

/** What an operator can do to the rounds (behind the guard of `adminRoutes`): hold new locks off, let them go on, and wake the lock. Never touch a result. */
export const operationsRoutes = new Hono<AppEnv>()
  .post('/pause', async (c) => {
    const { reason } = await parseBody(c, reasonBody);
    await startPause(c.env.DB, c.get('admin'), reason, Date.now());
    await roundLock(c.env).advance();
    return c.json({ success: true });
  })
  .post('/resume', async (c) => {
    await parseBody(c, reasonBody);
    await endPause(c.env.DB, c.get('admin'), Date.now());
    await roundLock(c.env).advance();
    return c.json({ success: true });
  })
  .post('/advance', async (c) => {
    await roundLock(c.env).advance();
    return c.json({ success: true });
  });
