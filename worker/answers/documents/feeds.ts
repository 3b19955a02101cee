import type { RoundSummary } from '../../../src/contract/round.ts';
import { exactSol } from '../../../src/money/lamports.ts';
import { capital } from '../../../src/round/placeWords.ts';
import { describeReason } from '../../../src/round/reasonText.ts';
import { CLOSED } from '../../../src/round/state.ts';
import { xmlText } from './xmlText.ts';

/** A round as a feed shows it, before its texts are escaped. */
interface FeedEntry {
  /** The address of the round's page. It is also the entry's id, so it never changes. */
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** ISO 8601: the round's end, and when it was settled. */
  readonly endedAt: string;
  readonly settledAt: string;
}

/** What a feed is made of; `origin` is `https://host`. */
export interface Feed {
  readonly origin: string;
  readonly entries: readonly FeedEntry[];
}

/**
 * The entries of those rounds that are paid, rolled over or held. A round under way gets none, because feed readers
 * keep an entry as they first saw it.
 */
export function feedEntries(origin: string, rounds: readonly RoundSummary[]): FeedEntry[] {
  return rounds
    .filter(({ state }) => state === 'paid' || state === 'rolled-over' || state === 'held')
    .map((round) => ({
      url: `${origin}/rounds/${round.roundNumber}`,
      title: `Round ${round.roundNumber}: ${outcome(round)}`,
      text: [...round.winners.map(winnerText), describeReason(round.reason)].filter(Boolean).join(' '),
      endedAt: round.endsAt,
      settledAt: round.finalAt ?? round.endsAt,
    }));
}

function outcome({ state, reason, winners }: RoundSummary): string {
  if (state === 'rolled-over') return 'rolled over, the prizes stay in the pool';
  if (reason === CLOSED) return 'paid on chain, closed by an operator';
  if (state === 'held') return 'held, an operator has to look at it';
  const total = winners.reduce((sum, { prizeLamports }) => sum + BigInt(prizeLamports), 0n);
  return `${exactSol(total)} SOL to ${winners.length} ${winners.length === 1 ? 'wallet' : 'wallets'}`;
}

function winnerText({ position, prizeLamports, address }: RoundSummary['winners'][number]): string {
  return `${capital(position)} place: ${exactSol(BigInt(prizeLamports))} SOL to ${address}.`;
}

/** The rounds as Atom (RFC 4287). */
export function atomFeed({ origin, entries }: Feed): string {
  // Not always the newest round's: a round that is held may be settled after later ones. Before the first round has
  // ended, any time in the past is correct.
  const times = entries.map(({ settledAt }) => settledAt).toSorted();
  const updated = times.at(-1) ?? '1970-01-01T00:00:00.000Z';
  const site = xmlText(origin);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    '<title>Game of Draws: rounds</title>',
    `<id>${site}/feed.xml</id>`,
    `<link rel="self" type="application/atom+xml" href="${site}/feed.xml"/>`,
    `<link rel="alternate" type="text/html" href="${site}/rounds"/>`,
    `<updated>${updated}</updated>`,
    '<author><name>Game of Draws</name></author>',
    ...entries.map(atomEntry),
    '</feed>\n',
  ].join('\n');
}

function atomEntry({ url, title, text, endedAt, settledAt }: FeedEntry): string {
  return [
    `<entry><id>${xmlText(url)}</id>`,
    `<link rel="alternate" type="text/html" href="${xmlText(url)}"/>`,
    `<title>${xmlText(title)}</title>`,
    `<published>${endedAt}</published><updated>${settledAt}</updated>`,
    `<content type="text">${xmlText(text)}</content></entry>`,
  ].join('');
}

/** The rounds as RSS 2.0. */
export function rssFeed({ origin, entries }: Feed): string {
  const site = xmlText(origin);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    '<title>Game of Draws: rounds</title>',
    `<link>${site}/rounds</link>`,
    `<atom:link rel="self" type="application/rss+xml" href="${site}/rss.xml"/>`,
    '<description>Every round of the hourly draw, as it ends.</description>',
    ...entries.map(rssItem),
    '</channel></rss>\n',
  ].join('\n');
}

function rssItem({ url, title, text, endedAt }: FeedEntry): string {
  return [
    `<item><guid>${xmlText(url)}</guid><link>${xmlText(url)}</link>`,
    `<title>${xmlText(title)}</title>`,
    // RFC 822, as RSS wants it.
    `<pubDate>${new Date(endedAt).toUTCString()}</pubDate>`,
    `<description>${xmlText(text)}</description></item>`,
  ].join('');
}
