import type { RoundSummary } from '../../src/contract/round.ts';
import type { Alert } from '../store/journal/alerts.ts';
import type { ChannelTellings } from '../store/journal/channelTellings.ts';
import { type Channel, roundMessage } from './createChannels.ts';

/** A result that is older than this is no news any more. */
const NEWS_MS = 3 * 3_600_000;
/** How many of the newest rounds are looked at. A channel that was just added is told of no older ones. */
const LOOKED_AT = 4;

export interface TellChannelsInput {
  readonly channels: readonly Channel[];
  readonly tellings: ChannelTellings;
  /** The newest rounds, newest first. */
  readonly readRounds: (limit: number) => Promise<readonly RoundSummary[]>;
  readonly raise: (alert: Alert) => Promise<unknown>;
  /** `https://host` */
  readonly siteUrl: string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Tells each channel of each round that is over for good, at most once. A telling is stored before its message is sent,
 * and what may have arrived is never sent again.
 */
export function createTellChannels({ channels, tellings, readRounds, raise, siteUrl, now }: TellChannelsInput) {
  async function tell(channel: Channel, round: RoundSummary): Promise<void> {
    if (!(await tellings.claim(channel.name, round.roundNumber))) return;
    const outcome = await channel.tell(roundMessage(siteUrl, round));
    await tellings.settle(channel.name, round.roundNumber, outcome);
    if (outcome.state !== 'failed') return;
    // The key names the first round that was not taken. So there is only one alert until the channel takes a result.
    const since = await tellings.failingSince(channel.name, round.roundNumber);
    const message = `The community's channel "${channel.name}" did not take the result of round ${since}. No round waits for that.`;
    const key = `channel-down:${channel.name}:${since}`;
    const alert = { key, message, raisedAt: now() };
    await raise(alert);
  }

  async function tellAll(channel: Channel, rounds: readonly RoundSummary[]): Promise<void> {
    for (const round of rounds) await tell(channel, round);
  }

  return async (): Promise<void> => {
    if (channels.length === 0) return;
    const rounds = (await readRounds(LOOKED_AT)).filter((round) => isNews(round, now())).reverse();
    // All channels at once, so that a slow one keeps no other waiting.
    const outcomes = await Promise.allSettled(channels.map((channel) => tellAll(channel, rounds)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  };
}

/**
 * Whether a round is over for good, is no rehearsal, and ended less than `NEWS_MS` ago. A held round is not told until
 * it is paid or rolled over.
 */
function isNews({ state, reason, endsAt }: RoundSummary, now: number): boolean {
  return (state === 'paid' || (state === 'rolled-over' && reason !== 'shadow')) && now - Date.parse(endsAt) < NEWS_MS;
}
