import { writePrices } from './compose/priceReader.ts';
import type { Env } from './env.ts';
import { alertsObject, roundsObject, taxObject } from './http/objects.ts';
import { settingsOf } from './settings/parseSettings.ts';

/** Every minute, by itself: no exchange stands beside the tick. */
const PRICES = '*/1 * * * *';

/**
 * The crons. Each minute the rounds' object refreshes what the page shows, people are told what is due, and the prices
 * are read for all isolates. Every two minutes the tax is collected. Each minute, every two minutes and each hour the
 * rounds' object is also asked to go on. Cloudflare may fire them late, twice or not at all, and no money depends on it.
 */
export async function scheduled(event: ScheduledController, env: Env): Promise<void> {
  const rounds = roundsObject(env);
  if (event.cron === '* * * * *') return all([rounds.tick(), alertsObject(env).tick()]);
  if (event.cron === PRICES) {
    const parsed = settingsOf(env);
    return parsed.ok ? writePrices(env, parsed.settings) : undefined;
  }
  if (event.cron === '*/2 * * * *') return all([rounds.advance(), taxObject(env).collect()]);
  return rounds.advance();
}

/** None may keep another from its work. */
async function all(works: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works)) if (outcome.status === 'rejected') throw outcome.reason;
}
