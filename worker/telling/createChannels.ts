import type { Settings } from '../settings/Settings.ts';
import type { ChannelName, Outcome } from '../store/journal/channelTellings.ts';
import type { RoundMessage } from './roundMessage.ts';

const TIMEOUT_MS = 5_000;
/** How long to wait when a channel is busy and does not say for how long. */
const USUAL_WAIT_SECONDS = 60;

/** A place where the community reads messages. Never throws. */
export interface Channel {
  readonly name: ChannelName;
  tell(message: RoundMessage): Promise<Outcome>;
}

export interface ChannelsInput {
  readonly settings: Pick<Settings, 'channelDiscordUrl' | 'channelTelegram'>;
  readonly fetch: typeof fetch;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The channels that the settings name. Their addresses contain keys and are never shown. */
export function createChannels({ settings, fetch, now }: ChannelsInput): readonly Channel[] {
  const { channelDiscordUrl: discord, channelTelegram: telegram } = settings;

  async function send(url: string, body: object): Promise<Outcome> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
    if (response?.status !== 429) {
      await response?.body?.cancel().catch(() => undefined);
      // After a broken call the message may have arrived: a missing result is better than the same result twice.
      return { state: response?.ok ? 'taken' : 'failed' };
    }
    return { state: 'waiting', notBefore: now() + (await waitSeconds(response)) * 1_000 };
  }

  const channels: Channel[] = [];
  if (discord !== null)
    channels.push({
      name: 'discord',
      tell: ({ title, text, url, picture }) =>
        send(discord, {
          embeds: [{ title, url, description: text, image: { url: picture } }],
          allowed_mentions: { parse: [] },
        }),
    });
  if (telegram !== null)
    channels.push({
      name: 'telegram',
      // The picture as a preview: a message with a photo is refused as a whole while the photo cannot be loaded.
      tell: ({ title, text, url, picture }) =>
        send(`https://api.telegram.org/bot${telegram.token}/sendMessage`, {
          chat_id: telegram.chat,
          text: `${title}\n${text}\n${url}`,
          link_preview_options: { url: picture, prefer_large_media: true, show_above_text: true },
        }),
    });
  return channels;
}

/** Discord says it in a header and both say it in JSON: seconds, Telegram's within `parameters`. */
async function waitSeconds(response: Response): Promise<number> {
  const said: unknown = await response.json().catch(() => null);
  const { retry_after: own, parameters } = (said ?? {}) as { retry_after?: unknown; parameters?: unknown };
  const within = (parameters as { retry_after?: unknown } | undefined)?.retry_after;
  const found = [own, within, Number(response.headers.get('retry-after') ?? Number.NaN)].find(
    (value): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0,
  );
  return Math.ceil(found ?? USUAL_WAIT_SECONDS);
}
