import type { Feed, FeedEntry } from './feedEntries.ts';
import { xmlText } from './xmlText.ts';

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
