import type { Feed, FeedEntry } from './feedEntries.ts';
import { xmlText } from './xmlText.ts';

/** The rounds as Atom (RFC 4287). */
export function atomFeed({ origin, entries }: Feed): string {
  // No round has ended yet, so any time in the past is correct.
  const updated = entries[0]?.settledAt ?? '1970-01-01T00:00:00.000Z';
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
