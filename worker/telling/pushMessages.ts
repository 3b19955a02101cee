import { type RoundClock, roundEndsAt, roundLocksAt } from '../../src/round/clock.ts';
import { shortSol } from '../answers/documents/shortSol.ts';
import type { PaidWin } from '../store/views/rounds/paidWins.ts';

/** A win counts as news for this long. */
export const WIN_SECONDS = 86_400;
const HELLO_MS = 60_000;

/** One notification. When it is sent again it has the same id. A later one with the same tag replaces it. */
export interface PushMessage {
  readonly id: string;
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** The whole address that a tap opens. */
  readonly url: string;
  /** Unix milliseconds. After this time the message is of no use. */
  readonly expiresAt: number;
  /** Stays on the screen until its reader puts it away. Chromium may remove other messages after 20 s. */
  readonly stays?: true;
}

const minutesText = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`);
const timeOf = (unix: number) => `${new Date(unix * 1_000).toISOString().slice(11, 16)} UTC`;
const shortOf = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;

export function winMessage(siteUrl: string, { round, lamports, endsAt }: PaidWin): PushMessage {
  return {
    ...{ id: `win-${round}`, tag: `win-${round}` },
    title: `You won ${shortSol(BigInt(lamports))}`,
    body: `Your wallet was drawn in round ${round.toLocaleString('en-US')}. The prize is in it already.`,
    url: `${siteUrl}/rounds/${round}`,
    expiresAt: (endsAt + WIN_SECONDS) * 1_000,
    stays: true,
  };
}

interface OfRound {
  readonly siteUrl: string;
  readonly clock: RoundClock;
  readonly round: number;
  /** Unix seconds. */
  readonly unix: number;
}

export function soonMessage({ siteUrl, clock, round, unix }: OfRound): PushMessage {
  const endsAt = roundEndsAt(clock, round);
  return {
    ...{ id: `soon-${round}`, tag: 'soon' },
    title: `Draw in ${minutesText(Math.max(1, Math.round((endsAt - unix) / 60)))}`,
    body: `Round ${round.toLocaleString('en-US')} is drawn at ${timeOf(endsAt)}.`,
    url: `${siteUrl}/`,
    expiresAt: endsAt * 1_000,
  };
}

/** `threshold` in whole GOD. */
export function belowMessage(
  { siteUrl, clock, round, unix }: OfRound,
  { address, threshold }: { readonly address: string; readonly threshold: bigint },
): PushMessage {
  const locksAt = roundLocksAt(clock, round);
  const left = minutesText(Math.max(1, Math.floor((locksAt - unix) / 60)));
  return {
    ...{ id: `below-${round}`, tag: 'below' },
    title: `You fell below ${threshold.toLocaleString('en-US')} GOD: ${left} left`,
    body: `${shortOf(address)} is not in the draw any more. The list of round ${round.toLocaleString('en-US')} is locked at ${timeOf(locksAt)}.`,
    url: `${siteUrl}/wallet/${address}`,
    expiresAt: locksAt * 1_000,
  };
}

/** The first message. It shows the visitor that notifications work, and shows us that the browser exists. */
export function helloMessage(siteUrl: string, address: string, now: number): PushMessage {
  return {
    ...{ id: `hello-${now}`, tag: 'hello' },
    title: 'Notifications are on',
    body: `You will be told here about ${shortOf(address)}.`,
    url: `${siteUrl}/wallet/${address}`,
    expiresAt: now + HELLO_MS,
  };
}
