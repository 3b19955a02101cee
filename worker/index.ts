import { env } from 'cloudflare:workers';
import { app } from './app.ts';
import type { Env } from './env.ts';
import { scheduled } from './scheduled.ts';
import { parseSettings } from './settings/parseSettings.ts';

export { AlertsObject } from './objects/AlertsObject.ts';
export { PushObject } from './objects/PushObject.ts';
export { RoundsObject } from './objects/RoundsObject.ts';
export { TaxObject } from './objects/TaxObject.ts';

// The log names what is wrong with the settings, once, at the start. Of all answers, only `/api/health` names it.
const settings = parseSettings(env);
if (!settings.ok) for (const problem of settings.problems) console.error(`Setting missing or wrong: ${problem}`);
else for (const warning of settings.warnings) console.warn(`Doubtful setting: ${warning}`);

export default { fetch: app.fetch, scheduled } satisfies ExportedHandler<Env>;
