import { type Context, Hono } from 'hono';
import { pageStatus, renderAdmin, renderPage, VERIFIER_FILE } from '#page';
import { addressIn } from '../../src/address/addressIn.ts';
import { composeConfig } from '../answers/state/composeConfig.ts';
import { composeParticipants } from '../answers/state/composeParticipants.ts';
import { composeStats } from '../answers/state/composeStats.ts';
import type { Env } from '../env.ts';
import { acceptsGzip } from '../http/acceptsGzip.ts';
import { askedWallet } from '../http/askedWallet.ts';
import { findTarget } from '../http/findTarget.ts';
import { readSharedState } from '../http/publicStateReader.ts';
import { VERIFIER_HASH_PATH, VERIFIER_PATH } from '../http/securityHeaders.ts';
import { readSolPrice } from '../prices/priceReader.ts';
import { settingsOf } from '../settings/parseSettings.ts';
import type { Settings } from '../settings/Settings.ts';
import { answerEntries } from './entries.ts';
import { type AskApi, readShown } from './shownAnswer.ts';

/** Answers a request to our own API, without the network. */
export type OwnApi = (request: Request, env: Env) => Response | Promise<Response>;

/** The pages: rendered here with live data, then taken over by React in the browser. */
export function createPageRoutes(api: OwnApi) {
  const asker = (c: Context<{ Bindings: Env }>) => {
    const client = c.req.header('CF-Connecting-IP');
    const headers: HeadersInit = client === undefined ? {} : { 'CF-Connecting-IP': client };
    return async (path: string) => api(new Request(new URL(path, c.req.url), { headers }), c.env);
  };
  return (
    new Hono<{ Bindings: Env }>()
      // A browser without JavaScript sends the form for a wallet here.
      .get('/wallet', async (c, next) => {
        const asked = addressIn(c.req.query('address') ?? '');
        if (!asked) return next();
        const round = c.req.query('round') ?? '';
        // On a round's page, the form asks whether the wallet is in that round's list.
        const query = /^[1-9]\d{0,8}$/.test(round) ? `?round=${round}` : '';
        return c.redirect(`/wallet/${encodeURIComponent(asked)}${query}`, 303);
      })
      // Leads a search over all rounds to the page that it names. If it names none, the list of rounds answers.
      .get('/rounds', async (c, next) => {
        const find = c.req.query('find');
        const target = find === undefined ? null : findTarget(find);
        return target === null ? next() : c.redirect(target, 303);
      })
      .get('/rounds/:round/entries.csv', (c) => answerEntries(c.req.param('round'), asker(c)))
      .on('GET', ['/admin', '/admin/'], (c) => {
        c.header('Cache-Control', 'no-store');
        c.header('X-Robots-Tag', 'noindex, nofollow');
        return c.html(renderAdmin());
      })
      // One file that needs nothing else of this site, so that it can be saved and opened from disk.
      .get(VERIFIER_PATH, (c) => {
        c.header('Cache-Control', 'public, max-age=3600');
        if (c.req.query('save') !== undefined) c.header('Content-Disposition', 'attachment; filename="verify.html"');
        return c.html(VERIFIER_FILE.html);
      })
      .get(VERIFIER_HASH_PATH, (c) => {
        c.header('Cache-Control', 'public, max-age=3600');
        return c.text(`${VERIFIER_FILE.sha256}  verify.html\n`);
      })
      .get('*', (c) => answerPage(c, asker(c)))
  );
}

async function answerPage(c: Context<{ Bindings: Env }>, ask: AskApi): Promise<Response> {
  const url = new URL(c.req.url);
  const path = url.pathname;
  // Hashed assets are served before the worker is asked. One that arrives here does not exist.
  if (path.startsWith('/assets/')) return c.text('Not found', 404);
  const parsed = settingsOf(c.env);
  const settings = parsed.ok ? parsed.settings : null;
  // The edge's cache keeps no page, because the browser sets its clock by the time in the page. What a page shows of
  // rounds comes from the API, often from the edge's copy. Only a wallet's page may read the database by itself.
  c.header('Cache-Control', 'public, max-age=1');
  const [data, wallet, { shown, status }] = await Promise.all([
    settings === null ? NO_DATA : readPageData(c.env, settings),
    askedWallet({ path, env: c.env, client: c.req.header('CF-Connecting-IP'), settings }),
    readShown(url, ask),
  ]);
  // The first paint waits for the whole page. So the page is compressed here, in case the edge does not compress it.
  c.header('Vary', 'Accept-Encoding');
  if (acceptsGzip(c.req.raw)) c.header('Content-Encoding', 'gzip');
  const isRefused = wallet?.answer && 'error' in wallet.answer;
  const html = renderPage({ path, now: Date.now(), ...data, wallet, shown, origin: url.origin });
  return c.html(html, isRefused ? 400 : status === 200 ? pageStatus(path) : status);
}

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
