import { Hono } from 'hono';
import { renderPage } from '#page';
import type { PublicState } from '../cache/publicState.ts';
import type { Env } from '../env.ts';
import { readSharedState } from '../http/publicStateReader.ts';
import { composeConfig } from '../services/composeConfig.ts';
import { composeParticipants, composeStats } from '../services/composeStats.ts';
import { type Settings, settingsOf } from '../settings.ts';

const PAGES = new Set(['/', '/terms', '/privacy', '/audit']);

/** The pages: rendered here with live data, then taken over by React in the browser. */
export const pageRoutes = new Hono<{ Bindings: Env }>().get('*', async (c) => {
  const path = new URL(c.req.url).pathname;
  // Hashed assets are served before the worker; one that arrives here does not exist.
  if (path.startsWith('/assets/')) return c.text('Not found', 404);
  const parsed = settingsOf(c.env);
  const settings = parsed.ok ? parsed.settings : null;
  const state =
    settings === null ? null : await readSharedState({ env: c.env, clock: settings.clock, now: Date.now() });
  c.header('Cache-Control', 'public, max-age=1');
  return c.html(renderPage({ path, now: Date.now(), ...pageData(settings, state) }), PAGES.has(path) ? 200 : 404);
});

function pageData(settings: Settings | null, state: PublicState | null) {
  if (settings === null) return { stats: null, participants: null, config: null };
  return {
    stats: state === null ? null : composeStats({ state, clock: settings.clock, now: Date.now() }),
    participants: state === null ? null : composeParticipants(state),
    config: composeConfig(settings, state),
  };
}
