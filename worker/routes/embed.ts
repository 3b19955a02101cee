import { Hono } from 'hono';
import { readSolPrice } from '../compose/priceReader.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { readSharedState } from '../http/publicStateReader.ts';
import { requireSettings } from '../http/requireSettings.ts';
import { EMBED_PATH } from '../http/securityHeaders.ts';
import { composeStats } from '../services/composeStats.ts';
import { embedPage } from '../services/embedPage.ts';

/** Jackpot, clock and last result, for the frame of another site. No database read. */
export const embedRoutes = new Hono<AppEnv>().get(EMBED_PATH, requireSettings, async (c) => {
  const settings = c.get('settings');
  const { clock } = settings;
  const state = await readSharedState({ env: c.env, clock, now: Date.now() });
  const stats =
    state === null ? null : composeStats({ state, clock, now: Date.now() }, await readSolPrice(c.env, settings));
  // As the pages: what is left until the draw is counted from the moment of the answer.
  c.header('Cache-Control', 'public, max-age=1');
  return c.html(embedPage(stats));
});
