import type { Env } from '../env.ts';
import { composeHealth } from '../services/composeHealth.ts';
import { composeMetrics } from '../services/composeMetrics.ts';
import { metricsText } from '../services/metricsText.ts';
import { withWarnings } from '../services/withWarnings.ts';
import { warningsOf } from '../settings/findWarnings.ts';
import { settingsOf } from '../settings/parseSettings.ts';
import type { Settings } from '../settings/Settings.ts';
import { readPulses } from './healthReader.ts';
import { readSharedState } from './publicStateReader.ts';

/** Prometheus' text of now: one call to each object, and what visitors see anyway. No database and no node is asked. */
export async function readMetrics(env: Env, { clock }: Pick<Settings, 'clock'>): Promise<string> {
  const now = Date.now();
  const [pulses, state] = await Promise.all([readPulses(env), readSharedState({ env, clock, now })]);
  const health = withWarnings(composeHealth({ problems: [], ...pulses, now }), warningsOf(settingsOf(env), now / 1000));
  return metricsText(composeMetrics({ health, ...pulses, state, clock, now }));
}
