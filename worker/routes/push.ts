import { type Context, Hono } from 'hono';
import { parseAddress } from '../../src/address/address.ts';
import { type PushKey, pushBody, pushEnd } from '../../src/contract/push.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { ApiFault } from '../http/fault.ts';
import { parseBody, requireNames } from '../http/parseInput.ts';
import { countRead } from '../http/publicReader.ts';
import { pushObject } from '../objects/stubs.ts';
import { type Kept, PUSH_KINDS } from '../telling/pushNews.ts';

/** The push services of browsers. No other host is called, so that no stranger chooses a host that we call. */
const PUSH_SERVICE =
  /^(?:fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[\w-]+\.push\.apple\.com|[\w-]+\.notify\.windows\.com)$/;

const REFUSALS = {
  full: { code: 'BUSY', sentence: 'Too many browsers have subscribed already. Please try again another day.' },
  unknown: {
    code: 'BAD_REQUEST',
    sentence: 'endpoint: its push service does not know this browser. Please reload the page and try again.',
  },
  silent: { code: 'BUSY', sentence: 'Your browser’s push service does not answer. Please try again in a minute.' },
  stolen: { code: 'BAD_REQUEST', sentence: 'endpoint: it belongs to a browser with other keys.' },
} as const satisfies Readonly<Record<Exclude<Kept, 'kept'>, object>>;

/** Browsers that ask for messages. Nothing is stored of any other browser. */
export const pushRoutes = new Hono<AppEnv>()
  .get('/push', (c) => {
    requireNames(c, []);
    c.header('Cache-Control', 'public, max-age=300');
    return c.json({ publicKey: c.get('settings').vapid?.publicKey ?? null } satisfies PushKey);
  })
  .post('/push', async (c) => {
    const { kinds, ...asked } = await parseBody(c, pushBody);
    const { vapid } = c.get('settings');
    if (vapid === null) throw new ApiFault('NOT_FOUND', 'Notifications are not switched on for this lottery.');
    const address = parseAddress(asked.address);
    if (address === null) throw new ApiFault('BAD_REQUEST', 'address: must be a Solana address.');
    const { hostname, port } = new URL(asked.endpoint);
    if (!PUSH_SERVICE.test(hostname) || port !== '')
      throw new ApiFault(
        'BAD_REQUEST',
        'endpoint: must be of a push service that we know. Please try another browser.',
      );
    await countAsked(c);
    const sum = [...new Set(kinds)].reduce((total, kind) => total + PUSH_KINDS[kind], 0);
    const kept = await pushObject(c.env, asked.endpoint).take({ ...asked, address, kinds: sum });
    if (kept !== 'kept') throw new ApiFault(REFUSALS[kept].code, REFUSALS[kept].sentence);
    c.header('Cache-Control', 'no-store');
    return c.json({ success: true } as const);
  })
  .post('/push/end', async (c) => {
    const { endpoint } = await parseBody(c, pushEnd);
    await countAsked(c);
    await pushObject(c.env, endpoint).end(endpoint);
    c.header('Cache-Control', 'no-store');
    return c.json({ success: true } as const);
  });

/** Counts the request like one for a proof: a network can send at most ten in ten seconds. */
const countAsked = (c: Context<AppEnv>) =>
  countRead({ env: c.env, client: c.req.header('CF-Connecting-IP') }, 'documents');
