import { createTellingServices } from './compose/tellingServices.ts';
import { CRONS, cronNamed } from './crons.ts';
import type { Env } from './env.ts';
import { alertsObject, pushObjects, roundsObject, taxObject } from './objects/stubs.ts';
import { writeOldPrices, writePrices } from './prices/priceReader.ts';
import { settingsOf } from './settings/parseSettings.ts';
import type { PushNews } from './telling/pushNews.ts';

/**
 * The crons. Each minute: the rounds' object updates what the page shows, due messages are sent to people, and the
 * prices are read for all isolates. Every two minutes: the tax is collected. Each minute, every two minutes and each
 * hour the rounds' object is also asked to go on. Cloudflare may run a cron late, twice or not at all, and no money
 * depends on it: if another cron has been silent for 2.5 of its intervals, the minute's cron does its work.
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

/** After this many of its intervals a cron counts as lost. A single missed run is usual. */
const LOST = 2.5;

/** The work of other crons that are lost. The draw's work is not here: the tick moves the rounds anyway. */
function lostWork(env: Env): Promise<void>[] {
  const parsed = settingsOf(env);
  if (!parsed.ok) return [];
  return [
    taxObject(env).collectAfter(LOST * CRONS.tax.everyMs),
    writeOldPrices(env, parsed.settings, LOST * CRONS.prices.everyMs),
  ];
}

/** Sends messages about rounds, from what the database has. No draw depends on it. */
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

/** Waits for all of them and then throws the first failure: so no failure stops the others. */
async function all(works: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works)) if (outcome.status === 'rejected') throw outcome.reason;
}
