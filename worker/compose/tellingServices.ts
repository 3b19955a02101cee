import { createReadRounds } from '../services/readRounds.ts';
import type { Settings } from '../settings/Settings.ts';
import { raiseAlert } from '../store/alerts.ts';
import { createChannelTellings } from '../store/channelTellings.ts';
import { isPausedAt, pausesSince } from '../store/pauses.ts';
import { createPushBook } from '../store/pushSubscriptions.ts';
import { createChannels } from '../telling/createChannels.ts';
import { createSendPush } from '../telling/sendPush.ts';
import { createTellBrowsers } from '../telling/tellBrowsers.ts';
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
  const rounds = createReadRounds({ db, clock: settings.clock, now });
  const tellChannels = createTellChannels({
    channels: createChannels({ settings, fetch, now }),
    tellings: createChannelTellings(db, now),
    readRounds: async (limit) => (await rounds.page({ limit })).rounds,
    raise: (alert) => raiseAlert(db, alert),
    // Without one there is no channel: the settings are refused.
    siteUrl: settings.siteUrl ?? '',
    now,
  });
  const tellBrowsers =
    settings.vapid === null
      ? async () => {}
      : createTellBrowsers({
          book: createPushBook(db),
          send: createSendPush({ vapid: settings.vapid, fetch, now }),
          isPaused: async () => isPausedAt(await pausesSince(db, now()), now()),
          ...{ clock: settings.clock, siteUrl: settings.siteUrl ?? '', now },
        });
  return { tellChannels, tellBrowsers };
}
