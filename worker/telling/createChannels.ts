import type { RoundSummary } from '../../src/contract/round.ts';
import { RANKS } from '../../src/round/placeWords.ts';
import { describeReason } from '../../src/round/reasonText.ts';
import { shortSol } from '../answers/documents/shortSol.ts';
import { inTime } from '../inTime.ts';
import type { Settings } from '../settings/Settings.ts';
import type { ChannelName, Outcome } from '../store/journal/channelTellings.ts';

/** A round's result as a channel shows it. */
interface RoundMessage {
  readonly title: string;
  /** A line for each winner, or a sentence that says why there is none. */
  readonly text: string;
  readonly url: string;
  readonly picture: string;
}

/** A result in a few short lines, because a channel is read on a phone. The link leads to the exact figures. */
export function roundMessage(siteUrl: string, round: RoundSummary): RoundMessage {
  const { roundNumber, state, reason, winners, entries } = round;
  const name = `Round ${roundNumber.toLocaleString('en-US')}`;
  const links = { url: `${siteUrl}/rounds/${roundNumber}`, picture: `${siteUrl}/og/rounds/${roundNumber}.png` };
  if (state !== 'paid') return { title: `${name}: no draw this hour`, text: describeReason(reason), ...links };
  const total = winners.reduce((sum, { prizeLamports }) => sum + BigInt(prizeLamports), 0n);
  const lines = [
    ...winners.map(({ place, prizeLamports, address }) => {
      return `${RANKS[place]} · ${shortSol(BigInt(prizeLamports))} · ${address.slice(0, 4)}…${address.slice(-4)}`;
    }),
    ...(entries === null ? [] : [`Drawn from ${countOf(entries)}.`]),
  ];
  return { title: `${name}: ${shortSol(total)} paid to ${countOf(winners.length)}`, text: lines.join('\n'), ...links };
}

function countOf(wallets: number): string {
  return `${wallets.toLocaleString('en-US')} ${wallets === 1 ? 'wallet' : 'wallets'}`;
}

const TIMEOUT_MS = 5_000;
/** How long to wait for a channel that is busy and does not say how long it wants us to wait. */
const USUAL_WAIT_SECONDS = 60;

/** A place where the community reads messages. `tell` never throws. */
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

/** The channels that the settings name. Their addresses contain keys, and are never shown. */
export function createChannels({ settings, fetch, now }: ChannelsInput): readonly Channel[] {
  const { channelDiscordUrl: discord, channelTelegram: telegram } = settings;

  const send = (url: string, body: object): Promise<Outcome> =>
    inTime(TIMEOUT_MS, async (signal) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      }).catch(() => null);
      if (response?.status !== 429) {
        await response?.body?.cancel().catch(() => undefined);
        // If the call broke off, the message may have arrived. It is not sent again: a missing result is better than
        // the same result twice.
        return { state: response?.ok ? 'taken' : 'failed' };
      }
      return { state: 'waiting', notBefore: now() + (await waitSeconds(response)) * 1_000 };
    });

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
      // The picture is sent as a preview of a link. A message with a photo would be refused as a whole if the photo
      // could not be loaded.
      tell: ({ title, text, url, picture }) =>
        send(`https://api.telegram.org/bot${telegram.token}/sendMessage`, {
          chat_id: telegram.chat,
          text: `${title}\n${text}\n${url}`,
          link_preview_options: { url: picture, prefer_large_media: true, show_above_text: true },
        }),
    });
  return channels;
}

/**
 * How long a channel wants us to wait, in seconds. Discord and Telegram say it in JSON, Telegram within `parameters`.
 * Discord also says it in a header.
 */
async function waitSeconds(response: Response): Promise<number> {
  const said: unknown = await response.json().catch(() => null);
  const { retry_after: own, parameters } = (said ?? {}) as { retry_after?: unknown; parameters?: unknown };
  const within = (parameters as { retry_after?: unknown } | undefined)?.retry_after;
  const found = [own, within, Number(response.headers.get('retry-after') ?? Number.NaN)].find(
    (value): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0,
  );
  return Math.ceil(found ?? USUAL_WAIT_SECONDS);
}
