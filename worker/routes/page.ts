import { Hono } from 'hono';
import { pageStatus, renderAdmin, renderPage, VERIFIER_FILE } from '#page';
import { addressIn } from '../../src/address/addressIn.ts';
import { readSolPrice } from '../compose/priceReader.ts';
import type { Env } from '../env.ts';
import { acceptsGzip } from '../http/acceptsGzip.ts';
import { askedWallet } from '../http/askedWallet.ts';
import { readSharedState } from '../http/publicStateReader.ts';
import { VERIFIER_PATH } from '../http/securityHeaders.ts';
import { composeConfig } from '../services/composeConfig.ts';
import { composeParticipants } from '../services/composeParticipants.ts';
import { composeStats } from '../services/composeStats.ts';
import { settingsOf } from '../settings/parseSettings.ts';
import type { Settings } from '../settings/Settings.ts';

/** The pages: rendered here with live data, then taken over by React in the browser. */
export const pageRoutes = new Hono<{ Bindings: Env }>()
  // Where the form for a wallet leads without JavaScript.
  .get('/wallet', async (c, next) => {
    const asked = addressIn(c.req.query('address') ?? '');
    if (!asked) return next();
    return c.redirect(`/wallet/${encodeURIComponent(asked)}`, 303);
  })
  // Holds nothing secret, but nothing that another visitor should find in a cache either.
  .on('GET', ['/admin', '/admin/'], (c) => {
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex, nofollow');
    return c.html(renderAdmin());
  })
  // One file that works without anything else of this site: to be saved, and to be opened from disk.
  .get(VERIFIER_PATH, (c) => {
    c.header('Cache-Control', 'public, max-age=3600');
    if (c.req.query('save') !== undefined) c.header('Content-Disposition', 'attachment; filename="verify.html"');
    return c.html(VERIFIER_FILE.html);
  })
  .get('*', async (c) => {
    const path = new URL(c.req.url).pathname;
    // Hashed assets are served before the worker; one that arrives here does not exist.
    if (path.startsWith('/assets/')) return c.text('Not found', 404);
    const parsed = settingsOf(c.env);
    const settings = parsed.ok ? parsed.settings : null;
    // Not in the edge's cache: the browser sets its clock by the time that is rendered in, and a page costs no
    // database read anyway.
    c.header('Cache-Control', 'public, max-age=1');
    const [data, wallet] = await Promise.all([
      settings === null ? NO_DATA : readPageData(c.env, settings),
      askedWallet({ path, env: c.env, client: c.req.header('CF-Connecting-IP'), settings }),
    ]);
    // The first paint waits for the whole of it, whoever serves it: compressed here, it is so without an edge as well.
    c.header('Vary', 'Accept-Encoding');
    if (acceptsGzip(c.req.raw)) c.header('Content-Encoding', 'gzip');
    const isRefused = wallet?.answer && 'error' in wallet.answer;
    return c.html(renderPage({ path, now: Date.now(), ...data, wallet }), isRefused ? 400 : pageStatus(path));
  });

const NO_DATA = { stats: null, participants: null, config: null };

async function readPageData(env: Env, settings: Settings) {
  const { clock } = settings;
  const state = await readSharedState({ env, clock, now: Date.now() });
  const config = composeConfig(settings, state);
  if (state === null) return { stats: null, participants: null, config };
  const solPrice = await readSolPrice(env, settings);
  return {
    stats: composeStats({ state, clock, now: Date.now() }, solPrice),
    participants: composeParticipants({ state, now: Date.now() }),
    config,
  };
}
