import { type Context, Hono } from 'hono';
import { drawCalendar } from '../answers/documents/drawCalendar.ts';
import { atomFeed, type Feed, feedEntries, rssFeed } from '../answers/documents/feeds.ts';
import { createReadRounds } from '../answers/rounds/readRounds.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { edgeCache } from '../http/edgeCache.ts';
import { publicReader } from '../http/publicReader.ts';
import { requireSettings } from '../http/requireSettings.ts';

const NEWEST_ROUNDS = 50;
/** Feed readers ask every few minutes. */
const FEED_CACHE = 'public, max-age=60, s-maxage=60';

/** The newest rounds as feeds, and the draws to come as a calendar. */
export const feedRoutes = new Hono<AppEnv>()
  .get('/feed.xml', requireSettings, edgeCache(), async (c) =>
    answer(c, 'application/atom+xml', atomFeed(await readFeed(c))),
  )
  .get('/rss.xml', requireSettings, edgeCache(), async (c) =>
    answer(c, 'application/rss+xml', rssFeed(await readFeed(c))),
  )
  .get('/draws.ics', requireSettings, edgeCache(), (c) => {
    const { origin } = new URL(c.req.url);
    return answer(c, 'text/calendar', drawCalendar({ origin, clock: c.get('settings').clock, now: Date.now() }));
  });

async function readFeed(c: Context<AppEnv>): Promise<Feed> {
  const { clock } = c.get('settings');
  const { origin } = new URL(c.req.url);
  const read = publicReader({ env: c.env, client: c.req.header('CF-Connecting-IP') });
  const { rounds } = await read('rows', (db) =>
    createReadRounds({ db, clock, now: () => Date.now() }).page({ limit: NEWEST_ROUNDS }),
  );
  return { origin, entries: feedEntries(origin, rounds) };
}

function answer(c: Context<AppEnv>, type: string, text: string) {
  return c.body(text, 200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': FEED_CACHE });
}
