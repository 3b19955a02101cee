import { Hono } from 'hono';
import { parseAddress } from '../../src/address/address.ts';
import { type PushKey, pushBody, pushEnd } from '../../src/contract/push.ts';
import { closedRounds } from '../../src/round/clock.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { ApiFault } from '../http/fault.ts';
import { parseBody, requireNames } from '../http/parseInput.ts';
import { publicReader } from '../http/publicReader.ts';
import { countSubscriptions, endSubscription, keepSubscription, PUSH_KINDS } from '../store/pushSubscriptions.ts';

/** The push services of the browsers there are. We ask no address that a stranger made up. */
const PUSH_SERVICE =
  /^(?:fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[\w-]+\.push\.apple\.com|[\w-]+\.notify\.windows\.com)$/;
const MOST = 50_000;
/** Of one wallet: its owner's devices. */
const MOST_OF_ONE = 20;

/** Who wants to be told, by a browser's own wish: nothing is kept of anybody else. */
export const pushRoutes = new Hono<AppEnv>()
  .get('/push', (c) => {
    requireNames(c, []);
    c.header('Cache-Control', 'public, max-age=300');
    return c.json({ publicKey: c.get('settings').vapid?.publicKey ?? null } satisfies PushKey);
  })
  .post('/push', async (c) => {
    const { kinds, ...asked } = await parseBody(c, pushBody);
    const { vapid, clock } = c.get('settings');
    if (vapid === null) throw new ApiFault('NOT_FOUND', 'Notifications are not switched on for this lottery.');
    const address = parseAddress(asked.address);
    if (address === null) throw new ApiFault('BAD_REQUEST', 'address: must be a Solana address.');
    const { hostname, port } = new URL(asked.endpoint);
    if (!PUSH_SERVICE.test(hostname) || port !== '')
      throw new ApiFault(
        'BAD_REQUEST',
        'endpoint: must be of a push service that we know. Please try another browser.',
      );
    // Counted as a proof is: a stranger's network may ask ten times in ten seconds.
    const read = publicReader({ env: c.env, client: c.req.header('CF-Connecting-IP') });
    const { all, own } = await read('documents', (db) => countSubscriptions(db, address));
    if (all >= MOST || own >= MOST_OF_ONE)
      throw new ApiFault('BUSY', 'Too many browsers are told already. Please try again another day.');
    const sum = [...new Set(kinds)].reduce((total, kind) => total + PUSH_KINDS[kind], 0);
    const since = closedRounds(clock, Date.now() / 1_000);
    await keepSubscription(c.env.DB, { ...asked, address, kinds: sum, since }, Date.now());
    c.header('Cache-Control', 'no-store');
    return c.json({ success: true } as const);
  })
  .post('/push/end', async (c) => {
    const { endpoint } = await parseBody(c, pushEnd);
    await endSubscription(c.env.DB, endpoint);
    c.header('Cache-Control', 'no-store');
    return c.json({ success: true } as const);
  });
