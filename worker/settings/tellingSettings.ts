import * as z from 'zod';
import { baseUrl } from './kinds.ts';
import type { Settings } from './Settings.ts';

const text = z.string().trim();

/** The settings about what players are told when they are away, each with the sentence for a wrong value. */
export const TELLING_SETTINGS = {
  SITE_URL: baseUrl.refine((url) => new URL(url).origin === url, 'must be an address without a path').optional(),
  CHANNEL_DISCORD_URL: text
    .regex(
      /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]+$/,
      'must be the address of a webhook such as https://discord.com/api/webhooks/123/abc',
    )
    .optional(),
  CHANNEL_TELEGRAM_TOKEN: text.regex(/^\d+:[\w-]+$/, 'must be a bot token such as 123456:ABC-def').optional(),
  CHANNEL_TELEGRAM_CHAT: text
    .regex(/^(?:-?\d+|@\w+)$/, 'must be the number of a chat, or @ and the name of a channel')
    .optional(),
};

const schema = z.object(TELLING_SETTINGS);
type Given = z.infer<typeof schema>;

/** What does not go together, as sentences. */
export function tellingContradictions(given: Given): readonly string[] {
  const { CHANNEL_DISCORD_URL: discord, CHANNEL_TELEGRAM_TOKEN: token, CHANNEL_TELEGRAM_CHAT: chat } = given;
  const hasChannel = discord !== undefined || token !== undefined;
  return [
    ...((token === undefined) !== (chat === undefined)
      ? ['CHANNEL_TELEGRAM_TOKEN and CHANNEL_TELEGRAM_CHAT must be set together: one says who writes, the other where']
      : []),
    ...(hasChannel && given.SITE_URL === undefined
      ? ['SITE_URL must be set for the channels: what they are told links to the round and shows its picture']
      : []),
  ];
}

type TellingSettings = Pick<Settings, 'siteUrl' | 'channelDiscordUrl' | 'channelTelegram'>;

/** The settings as the worker uses them. */
export function assembleTelling(given: Given): TellingSettings {
  const { CHANNEL_TELEGRAM_TOKEN: token, CHANNEL_TELEGRAM_CHAT: chat } = given;
  return {
    siteUrl: given.SITE_URL ?? null,
    channelDiscordUrl: given.CHANNEL_DISCORD_URL ?? null,
    channelTelegram: token === undefined || chat === undefined ? null : { token, chat },
  };
}
