import { createTellingServices } from './compose/tellingServices.ts';
import { CRONS, cronNamed } from './crons.ts';
import type { Env } from './env.ts';
import { alertsObject, pushObjects, roundsObject, taxObject } from './objects/stubs.ts';
import { writeOldPrices, writePrices } from './prices/priceReader.ts';
import { settingsOf } from './settings/parseSettings.ts';
import type { PushNews } from './telling/pushNews.ts';

/**
 * The crons. Each minute, the rounds' object updates what the page shows, due messages are sent to people, and the
 * prices are read for all isolates. Every two minutes, the tax is collected. Each cron except that of the prices also
 * asks the rounds' object to go on. No money depends on a cron, because Cloudflare may run it late, twice or not at
 * all. If the cron of the tax or the prices has been silent for 2.5 of its intervals, the minute's cron does its work.
 */
export async function scheduled(event: ScheduledController, env: Env): Promise<void> {
  const rounds = roundsObject(env);
  const name = cronNamed(event.cron);
  if (name === null) console.error(`the cron ${event.cron} is not in worker/crons.ts: nothing is done for it`);
  switch (name) {
    case 'minute':
      return all([rounds.tick(), alertsObject(env).tick(), tellPlayers(env), ...lostWork(env)]);
    case 'prices': {
      const parsed = settingsOf(env);
      return parsed.ok ? writePrices(env, parsed.settings) : undefined;
    }
    case 'tax':
      return all([rounds.advance(), taxObject(env).collect()]);
    case 'draw':
      return rounds.advance();
    case null:
      return;
  }
}

/** A cron is lost when it has been silent for this many of its intervals. A single missed run is usual. */
const LOST = 2.5;

/** Does the work of crons that are lost. The hourly cron is not among them: each minute's `tick` moves the rounds. */
function lostWork(env: Env): Promise<void>[] {
  const parsed = settingsOf(env);
  if (!parsed.ok) return [];
  return [
    taxObject(env).collectAfter(LOST * CRONS.tax.everyMs),
    writeOldPrices(env, parsed.settings, LOST * CRONS.prices.everyMs),
  ];
}

/** Sends messages about rounds, from what the database has. */
async function tellPlayers(env: Env): Promise<void> {
  const parsed = settingsOf(env);
  if (!parsed.ok) return;
  const { settings } = parsed;
  const services = createTellingServices({ settings, db: env.DB, fetch: (...asked) => fetch(...asked), now: Date.now });
  await all([services.tellChannels(), tellBrowsers(env, services.readPushNews)]);
}

/** Gives each shard the minute's news; each shard tells its browsers itself. */
async function tellBrowsers(env: Env, readPushNews: () => Promise<PushNews | null>): Promise<void> {
  const news = await readPushNews();
  if (news !== null) await all(pushObjects(env).map((shard) => shard.tick(news)));
}

/** Waits for all of them, so that no failure stops the others. Then throws the first failure. */
async function all(works: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works)) if (outcome.status === 'rejected') throw outcome.reason;
}
