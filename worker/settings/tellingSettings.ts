import { p256 } from '@noble/curves/nist.js';
import { base64urlnopad } from '@scure/base';
import * as z from 'zod';
import { baseUrl } from './kinds.ts';
import type { Settings } from './Settings.ts';

const text = z.string().trim();

/** The settings about messages to players, each with the sentence for a wrong value. */
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
  VAPID_PRIVATE_KEY: text
    .transform((key, ctx) => {
      const pair = keyPairOf(key);
      if (pair !== null) return pair;
      ctx.addIssue('must be a private key of the curve P-256: 32 bytes as base64url');
      return z.NEVER;
    })
    .optional(),
  VAPID_SUBJECT: z
    .url({
      protocol: /^(?:https|mailto)$/,
      error: 'must be an https or mailto address by which push services reach you',
    })
    .optional(),
};

/** The two keys in the form that push services and browsers want. Null if the text is no private key. */
function keyPairOf(privateKey: string): { readonly publicKey: string; readonly privateKey: string } | null {
  try {
    const publicKey = p256.getPublicKey(base64urlnopad.decode(privateKey), false);
    return { privateKey, publicKey: base64urlnopad.encode(publicKey) };
  } catch {
    return null;
  }
}

const schema = z.object(TELLING_SETTINGS);
type Given = z.infer<typeof schema>;

/** Settings that do not go together, as sentences. */
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
    ...((given.VAPID_PRIVATE_KEY === undefined) !== (given.VAPID_SUBJECT === undefined)
      ? ['VAPID_PRIVATE_KEY and VAPID_SUBJECT must be set together: one signs, the other says who has signed']
      : []),
    ...(given.VAPID_PRIVATE_KEY !== undefined && given.SITE_URL === undefined
      ? ['SITE_URL must be set for notifications: a tap on one opens a page']
      : []),
  ];
}

type TellingSettings = Pick<Settings, 'siteUrl' | 'channelDiscordUrl' | 'channelTelegram' | 'vapid'>;

/** The settings as the worker uses them. */
export function assembleTelling(given: Given): TellingSettings {
  const { CHANNEL_TELEGRAM_TOKEN: token, CHANNEL_TELEGRAM_CHAT: chat } = given;
  const { VAPID_PRIVATE_KEY: keys, VAPID_SUBJECT: subject } = given;
  return {
    siteUrl: given.SITE_URL ?? null,
    channelDiscordUrl: given.CHANNEL_DISCORD_URL ?? null,
    channelTelegram: token === undefined || chat === undefined ? null : { token, chat },
    vapid: keys === undefined || subject === undefined ? null : { ...keys, subject },
  };
}
