import { createMiddleware } from 'hono/factory';
import { settingsOf } from '../settings/parseSettings.ts';
import type { AppEnv } from './appEnv.ts';
import { ApiFault } from './fault.ts';

/** Sets `settings` for the handlers after it. While the settings are wrong, it refuses each request. */
export const requireSettings = createMiddleware<AppEnv>(async (c, next) => {
  const parsed = settingsOf(c.env);
  if (!parsed.ok)
    throw new ApiFault(
      'NOT_CONFIGURED',
      'The lottery is not set up yet. An operator can see at /api/health what is missing.',
    );
  c.set('settings', parsed.settings);
  await next();
});
