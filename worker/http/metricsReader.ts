import { composeHealth } from '../answers/health/composeHealth.ts';
import { composeMetrics } from '../answers/health/composeMetrics.ts';
import { metricsText } from '../answers/health/metricsText.ts';
import { withWarnings } from '../answers/health/withWarnings.ts';
import type { Env } from '../env.ts';
import { warningsOf } from '../settings/findWarnings.ts';
import { settingsOf } from '../settings/parseSettings.ts';
import type { Settings } from '../settings/Settings.ts';
import { readPulses } from './healthReader.ts';
import { readSharedState } from './publicStateReader.ts';

/**
 * The present figures as Prometheus' text: one call to each object, and the figures that visitors see. Asks no database
 * and no node.
 */
export async function readMetrics(env: Env, { clock }: Pick<Settings, 'clock'>): Promise<string> {
  const now = Date.now();
  const [pulses, state] = await Promise.all([readPulses(env), readSharedState({ env, clock, now })]);
  const health = withWarnings(composeHealth({ problems: [], ...pulses, now }), warningsOf(settingsOf(env), now / 1000));
  return metricsText(composeMetrics({ health, ...pulses, state, clock, now }));
}
