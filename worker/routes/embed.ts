import { type Context, Hono } from 'hono';
import { embedPage } from '../answers/documents/embedPage.ts';
import { offlinePage } from '../answers/documents/offlinePage.ts';
import { composeStats } from '../answers/state/composeStats.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { readSharedState } from '../http/publicStateReader.ts';
import { requireSettings } from '../http/requireSettings.ts';
import { EMBED_PATH, OFFLINE_PATH } from '../http/securityHeaders.ts';
import { readSolPrice } from '../prices/priceReader.ts';

/**
 * Jackpot, clock and last result in one file: for the frame of another site, and for the service worker of a visitor
 * who may lose the network. No request here reads the database.
 */
export const embedRoutes = new Hono<AppEnv>()
  .get(EMBED_PATH, requireSettings, async (c) => {
    const stats = await readStats(c);
    // The frame counts down from the remaining time that the answer gives. So the answer is kept for a second at most.
    c.header('Cache-Control', 'public, max-age=1');
    return c.html(embedPage(stats));
  })
  .get(OFFLINE_PATH, requireSettings, async (c) => {
    const stats = await readStats(c);
    c.header('Cache-Control', 'public, max-age=1');
    return c.html(offlinePage(stats, c.get('settings').clock));
  });

async function readStats(c: Context<AppEnv>) {
  const settings = c.get('settings');
  const { clock } = settings;
  const state = await readSharedState({ env: c.env, clock, now: Date.now() });
  if (state === null) return null;
  return composeStats({ state, clock, now: Date.now() }, await readSolPrice(c.env, settings));
}
