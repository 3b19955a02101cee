import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { parseSettings } from '../../worker/settings/parseSettings.ts';
import { createSubscriptions, type Subscriptions } from '../../worker/telling/createSubscriptions.ts';
import { type InDraw, PUSH_KINDS, type PushNews } from '../../worker/telling/pushNews.ts';
import { createSendPush } from '../../worker/telling/sendPush.ts';
import { createTakeSubscription, createTellBrowsers } from '../../worker/telling/tellBrowsers.ts';
import { wallet } from '../domain/wallets.ts';
import { COMPLETE } from './completeSettings.ts';
import { type Browser, pushService } from './pushService.ts';

/** A key without an owner. */
export const VAPID_PRIVATE_KEY = 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE';
export const PUSH_ON = { SITE_URL: 'https://draws.test', VAPID_PRIVATE_KEY, VAPID_SUBJECT: 'mailto:ops@draws.test' };
const parsed = parseSettings({ ...COMPLETE, ...PUSH_ON });
const ours = parsed.ok ? parsed.settings.vapid : null;
if (ours === null) throw new Error('the settings are complete');
export const VAPID = ours;

const CLOCK = { genesisTime: 1_700_000_000, roundSeconds: 3_600, entryLockSeconds: 60 };
/** Unix milliseconds. */
export const endOf = (round: number) => (CLOCK.genesisTime + round * 3_600) * 1_000;
export const MINE = wallet(7);
/** Round 3, won by `MINE`. */
export const WIN_3 = { round: 3, address: MINE, lamports: '1234500000', endsAt: endOf(3) / 1_000 };
export const QUIET: PushNews = { wins: [], isPaused: false };
export const WON: PushNews = { wins: [WIN_3], isPaused: false };

let shards = 0;

/** A shard on the real storage of a new object, and the push service of its browsers. */
export async function withShard(
  browsers: readonly Browser[],
  at: number,
  test: (shard: ReturnType<typeof shardOn>) => Promise<void>,
): Promise<void> {
  shards += 1;
  const stub = env.PUSH.getByName(`test-${Date.now()}-${shards}`);
  await runInDurableObject(stub, (_instance, { storage }) => test(shardOn(storage.sql, browsers, at)));
}

function shardOn(sql: SqlStorage, browsers: readonly Browser[], at: number) {
  const service = pushService(browsers, VAPID.publicKey);
  const time = { at };
  const now = () => time.at;
  const world = { areIn: (_address: string): InDraw => null };
  const subscriptions = createSubscriptions(sql);
  const send = createSendPush({ vapid: VAPID, fetch: service.fetch, now });
  const given = { send, clock: CLOCK, siteUrl: 'https://draws.test', now };
  return {
    ...{ ...service, time, subscriptions, where: world },
    /** A worker that has just begun, on the storage as it is. */
    start: (altered: Partial<Subscriptions> = {}) =>
      createTellBrowsers({
        ...{ ...given, subscriptions: { ...createSubscriptions(sql), ...altered } },
        areIn: async (addresses) => addresses.map((address) => world.areIn(address)),
      }),
    take: (browser: Browser, wanted: { readonly address?: string; readonly kinds?: number } = {}) =>
      createTakeSubscription({ ...given, subscriptions })({ ...browser, address: MINE, kinds: ALL, ...wanted }),
    /** A subscription that was taken long ago: it gets no first message. */
    subscribe: (browser: Browser, wanted: { address?: string; kinds?: number; since?: number } = {}) => {
      const { since = 2, ...rest } = wanted;
      const { endpoint, p256dh, auth } = browser;
      subscriptions.keep({ endpoint, p256dh, auth, address: MINE, kinds: ALL, ...rest }, since, endOf(2));
    },
  };
}

const ALL = PUSH_KINDS.win + PUSH_KINDS.below + PUSH_KINDS.soon;
