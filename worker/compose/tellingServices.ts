import { type RoundClock, roundAt } from '../../src/round/clock.ts';
import { createReadRounds } from '../answers/rounds/readRounds.ts';
import type { Settings } from '../settings/Settings.ts';
import { raiseAlert } from '../store/journal/alerts.ts';
import { createChannelTellings } from '../store/journal/channelTellings.ts';
import { paidWins } from '../store/views/rounds/paidWins.ts';
import { isPausedAt, pausesSince } from '../store/views/rounds/pauses.ts';
import { createChannels } from '../telling/createChannels.ts';
import { createSubscriptions } from '../telling/createSubscriptions.ts';
import { WIN_SECONDS } from '../telling/pushMessages.ts';
import type { PushNews } from '../telling/pushNews.ts';
import { createSendPush, type Vapid } from '../telling/sendPush.ts';
import { createTakeSubscription, createTellBrowsers, type TellBrowsersInput } from '../telling/tellBrowsers.ts';
import { createTellChannels } from '../telling/tellChannels.ts';

export interface TellingInput {
  readonly settings: Settings;
  readonly db: D1Database;
  readonly fetch: typeof fetch;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The composition root of everything that players are told while they are away. */
export function createTellingServices({ settings, db, fetch, now }: TellingInput) {
  const { clock } = settings;
  const rounds = createReadRounds({ db, clock, now });
  const tellChannels = createTellChannels({
    channels: createChannels({ settings, fetch, now }),
    tellings: createChannelTellings(db, now),
    readRounds: async (limit) => (await rounds.page({ limit })).rounds,
    raise: (alert) => raiseAlert(db, alert),
    // Settings with a channel and without the site's address are refused.
    siteUrl: settings.siteUrl ?? '',
    now,
  });
  /** What browsers are told of: paid wins, and a pause. Null where push is off. */
  async function readPushNews(): Promise<PushNews | null> {
    if (settings.vapid === null) return null;
    const unix = Math.floor(now() / 1_000);
    const floor = roundAt(clock, unix) - 2 - Math.ceil(WIN_SECONDS / clock.roundSeconds);
    const [wins, pauses] = await Promise.all([paidWins(db, floor, unix - WIN_SECONDS), pausesSince(db, now())]);
    return { wins, isPaused: isPausedAt(pauses, now()) };
  }
  return { tellChannels, readPushNews };
}

interface PushInput extends Pick<TellBrowsersInput, 'areIn' | 'siteUrl' | 'now'> {
  readonly vapid: Vapid;
  readonly clock: RoundClock;
  readonly sql: SqlStorage;
  readonly fetch: typeof fetch;
}

/** The composition root of one shard of browsers. */
export function createPushServices({ vapid, sql, fetch, ...rest }: PushInput) {
  const subscriptions = createSubscriptions(sql);
  const send = createSendPush({ vapid, fetch, now: rest.now });
  return {
    subscriptions,
    take: createTakeSubscription({ subscriptions, send, ...rest }),
    tell: createTellBrowsers({ subscriptions, send, ...rest }),
  };
}
export type PushServices = ReturnType<typeof createPushServices>;
