import { Hono } from 'hono';
import * as z from 'zod';
import type { WalletCheck, WalletDraws } from '../../src/contract/wallet.ts';
import { closedRounds } from '../../src/round/clock.ts';
import { readDraws } from '../answers/rounds/readDraws.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { edgeCache } from '../http/edgeCache.ts';
import { ApiFault } from '../http/fault.ts';
import { addressParam, parseParams, parseQuery } from '../http/parseInput.ts';
import { publicReader } from '../http/publicReader.ts';
import { readSharedWallet } from '../http/walletReader.ts';

/** A wallet's draws change once a round, and reading them means a look through 24 lists. */
const DRAWS_CACHE = 'public, max-age=10, s-maxage=30';

export const walletRoutes = new Hono<AppEnv>()
  .get('/wallets/:address/draws', edgeCache(), async (c) => {
    const { address } = parseParams(c, z.object({ address: addressParam }));
    parseQuery(c, z.object({}));
    const read = publicReader({ env: c.env, client: c.req.header('CF-Connecting-IP') });
    const newest = closedRounds(c.get('settings').clock, Date.now() / 1000);
    const draws = await read('documents', (db) => readDraws(db, address, newest));
    c.header('Cache-Control', DRAWS_CACHE);
    return c.json(draws satisfies WalletDraws);
  })
  .get('/wallets/:address', async (c) => {
    const { address } = parseParams(c, z.object({ address: addressParam }));
    parseQuery(c, z.object({}));
    const client = c.req.header('CF-Connecting-IP');
    const { clock } = c.get('settings');
    const check = await readSharedWallet({ env: c.env, client, clock, address, now: Date.now() });
    if (check === null) {
      throw new ApiFault('NOT_READY', 'The holders have not been read yet. Please try again in a few seconds.');
    }
    c.header('Cache-Control', 'public, max-age=1');
    return c.json(check satisfies WalletCheck);
  });
