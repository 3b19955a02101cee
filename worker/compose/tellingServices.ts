import { createReadRounds } from '../services/readRounds.ts';
import type { Settings } from '../settings/Settings.ts';
import { raiseAlert } from '../store/alerts.ts';
import { createChannelTellings } from '../store/channelTellings.ts';
import { createChannels } from '../telling/createChannels.ts';
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
  return { tellChannels };
}
