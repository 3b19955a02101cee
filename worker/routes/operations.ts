import { Hono } from 'hono';
import * as z from 'zod';
import type { Operations } from '../../src/contract/operations.ts';
import { createRpc } from '../chain/rpc.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { parseBody } from '../http/parseInput.ts';
import { roundLock } from '../http/roundLock.ts';
import { readOperations } from '../services/readOperations.ts';
import { endPause, startPause } from '../store/pauses.ts';

const reasonBody = z.object({
  reason: z.string('must be a text').trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
});

/** What an operator can do to the rounds (behind the guard of `adminRoutes`): hold new locks off, let them go on, and wake the lock. Never touch a result. */
export const operationsRoutes = new Hono<AppEnv>()
  .get('/', async (c) => {
    const settings = c.get('settings');
    const now = () => Date.now();
    const rpc = createRpc({ urls: settings.rpcUrls, fetch: (...asked) => fetch(...asked), now });
    const data: Operations = await readOperations({ db: c.env.DB, settings, rpc, now });
    return c.json({ success: true, data } as const);
  })
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
