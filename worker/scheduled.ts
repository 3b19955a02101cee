import { writePrices } from './compose/priceReader.ts';
import type { Env } from './env.ts';
import { alertsObject, roundsObject, taxObject } from './http/objects.ts';
import { settingsOf } from './settings/parseSettings.ts';

/** Every minute, by itself: no exchange stands beside the tick. */
const PRICES = '*/1 * * * *';

/**
 * The crons: on the minute the rounds' lock also refreshes what the page shows, people are told what is due, and the
 * prices are read for all isolates; every two minutes the tax is collected. The first, the last and the hour's hint that
 * a round may have ended. Cloudflare may fire them late, twice or not at all, and no money depends on it.
 */
export async function scheduled(event: ScheduledController, env: Env): Promise<void> {
  const lock = roundsObject(env);
  if (event.cron === '* * * * *') return all([lock.tick(), alertsObject(env).tick()]);
  if (event.cron === PRICES) {
    const parsed = settingsOf(env);
    return parsed.ok ? writePrices(env, parsed.settings) : undefined;
  }
  if (event.cron === '*/2 * * * *') return all([lock.advance(), taxObject(env).collect()]);
  return lock.advance();
}

/** None may keep another from its work. */
async function all(works: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works)) if (outcome.status === 'rejected') throw outcome.reason;
}
