import { Hono } from 'hono';
import * as z from 'zod';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { ApiFault } from '../http/fault.ts';
import { addressParam, parseParams, parseQuery } from '../http/parseInput.ts';
import { readSharedWallet } from '../http/walletReader.ts';

export const walletRoutes = new Hono<AppEnv>().get('/wallets/:address', async (c) => {
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
