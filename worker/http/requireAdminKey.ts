import type { HonoRequest } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AdminRole } from '../../src/contract/adminRoles.ts';
import { errorText } from '../../src/errorText.ts';
import type { Env } from '../env.ts';
import { ofIsolate } from '../ofIsolate.ts';
import type { AdminKey } from '../settings/Settings.ts';
import { raiseAlert } from '../store/journal/alerts.ts';
import {
  countWrongKey,
  WRONG_KEY_BUCKETS,
  WRONG_KEY_WINDOW_MS,
  WRONG_KEYS_ALLOWED,
  type WrongKeyWindow,
} from '../store/journal/wrongKeys.ts';
import type { AppEnv } from './appEnv.ts';
import { ApiFault } from './fault.ts';
import { handAlert } from './handAlert.ts';
import { networkOf } from './networkOf.ts';

const DAY_MS = 86_400_000;
const memoryOf = ofIsolate(() => ({
  toldOn: Number.NaN,
  /** The wrong keys that this isolate has counted, by bucket of networks. */
  windows: new Map<number, WrongKeyWindow>(),
}));

/** Raises the alert that somebody tries keys, once a day. `at` is unix milliseconds. Never throws. */
async function tellWrongKeys(env: Env, client: string, at: number): Promise<void> {
  const day = Math.floor(at / DAY_MS);
  const memory = memoryOf(env);
  if (memory.toldOn === day) return;
  memory.toldOn = day;
  const alert = {
    key: `wrong-keys:${day}`,
    message: `Many wrong admin keys were sent. Their senders now have to wait between tries; the first of them is in the network ${networkOf(client)}. No wrong key has opened anything.`,
    raisedAt: at,
  };
  // An alert that the database cannot take is handed on all the same.
  const isNews = await raiseAlert(env.DB, alert).catch((error: unknown) => {
    console.warn(`wrong keys: the alert is not stored: ${errorText(error)}`);
    return true;
  });
  if (isNews) await handAlert(env, alert);
}

const BEARER = 'Bearer ';

/** Finds the key in the header `x-admin-key`, which no page of another site can send along. */
export const requireAdminKey = guardBy((request) => request.header('x-admin-key') ?? '');

/** Finds the key in `Authorization: Bearer`, as Prometheus sends it. */
export const requireBearerKey = guardBy((request) => {
  const sent = request.header('authorization') ?? '';
  return sent.startsWith(BEARER) ? sent.slice(BEARER.length) : '';
});

/**
 * Guards routes by the admin key that `keyIn` finds. Sets `admin` to the name of the key, and `roles` to what it may
 * do. A right key always opens, whatever its network has sent. Wrong keys are counted and slowed.
 */
function guardBy(keyIn: (request: HonoRequest) => string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    const key = keyIn(c.req);
    const admin = key === '' ? null : await ownerOf(key, c.get('settings').adminKeys);
    if (admin === null) {
      const client = c.req.header('CF-Connecting-IP') ?? 'unknown';
      const at = Date.now();
      const seconds = key === '' ? 0 : await slowWrongKey(c.env, { client, at });
      if (seconds > 0) await tellWrongKeys(c.env, client, at);
      throw seconds === 0 ? new ApiFault('UNAUTHORIZED', 'Invalid admin key') : tooMany(seconds);
    }
    c.set('admin', admin.name);
    c.set('roles', admin.roles);
    await next();
  });
}

/** Lets a key with this role through, and tells another which role it lacks. With `changes`, every key may read. */
export const requireRole = (role: Exclude<AdminRole, 'read'>, what: 'all' | 'changes' = 'all') =>
  createMiddleware<AppEnv>(async (c, next) => {
    const isGuarded = what === 'all' || c.req.method !== 'GET';
    if (isGuarded && !c.get('roles').includes(role))
      throw new ApiFault('FORBIDDEN', `The key of ${c.get('admin')} may not do this: it lacks the role ${role}.`);
    await next();
  });

interface Owner {
  readonly name: string;
  readonly roles: readonly AdminRole[];
}

/** Whose key this is; null for a wrong key. It is compared with every stored digest, each in constant time. */
async function ownerOf(key: string, adminKeys: ReadonlyMap<string, AdminKey>): Promise<Owner | null> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  let owner: Owner | null = null;
  for (const [name, { sha256, roles }] of adminKeys) {
    if (crypto.subtle.timingSafeEqual(digest, Buffer.from(sha256, 'hex'))) owner = { name, roles };
  }
  return owner;
}

function tooMany(seconds: number): ApiFault {
  const wait = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return new ApiFault('TOO_MANY_WRONG_KEYS', `Too many wrong keys. Try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  });
}

interface WrongKey {
  readonly client: string;
  readonly at: number;
}

/**
 * Counts a wrong key and says how many seconds its client has to wait; 0 while the client may go on. The isolate's own
 * count comes first, so that a flood causes few writes. If the database fails, only that count slows the client.
 */
async function slowWrongKey(env: { readonly DB: D1Database }, { client, at }: WrongKey): Promise<number> {
  const { windows } = memoryOf(env);
  const bucket = await bucketOf(client);
  const here = countHere(windows.get(bucket), at);
  windows.set(bucket, here);
  if (here.tries > WRONG_KEYS_ALLOWED) return secondsLeft(here, at);
  const everywhere = await countWrongKey(env.DB, bucket, at).catch(unknown);
  if (everywhere === null || everywhere.tries <= WRONG_KEYS_ALLOWED) return 0;
  windows.set(bucket, everywhere);
  return secondsLeft(everywhere, at);
}

function countHere(before: WrongKeyWindow | undefined, at: number): WrongKeyWindow {
  if (before === undefined || before.beganAt <= at - WRONG_KEY_WINDOW_MS) return { beganAt: at, tries: 1 };
  return { beganAt: before.beganAt, tries: before.tries + 1 };
}

function secondsLeft({ beganAt }: WrongKeyWindow, at: number): number {
  return Math.max(1, Math.ceil((beganAt + WRONG_KEY_WINDOW_MS - at) / 1000));
}

async function bucketOf(client: string): Promise<number> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(networkOf(client)));
  return new DataView(digest).getUint32(0) % WRONG_KEY_BUCKETS;
}

function unknown(error: unknown): null {
  console.warn(`wrong keys are not counted: ${errorText(error)}`);
  return null;
}
