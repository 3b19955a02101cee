import type { Health, HealthStatus } from '../../../src/contract/health.ts';
import { METRICS, type MetricName } from '../../../src/contract/metrics.ts';
import { type RoundClock, roundAt } from '../../../src/round/clock.ts';
import type { PublicState } from '../../cache/publicState.ts';
import type { AlertsPulse } from './pulses.ts';

export interface MetricsInput {
  readonly health: Health;
  /** Null when the alerts' object is silent. */
  readonly alerts: AlertsPulse | null;
  readonly state: PublicState | null;
  readonly clock: RoundClock;
  /** Unix milliseconds. */
  readonly now: number;
}

const HEALTHY: Readonly<Record<HealthStatus, number>> = { ok: 1, degraded: 0.5, down: 0 };

/** The figures for Prometheus. What is not known is left out: an invented zero would raise an alarm, or prevent one. */
export function composeMetrics(input: MetricsInput): readonly Sample[] {
  const { health, alerts, state, clock, now } = input;
  return [
    { name: 'game_of_draws_info', value: 1, labels: { version: health.version } },
    { name: 'game_of_draws_healthy', value: HEALTHY[health.status] },
    ...health.parts.flatMap(partSamples),
    { name: 'game_of_draws_round', value: roundAt(clock, now / 1000) },
    ...(state === null ? [] : stateSamples(state)),
    ...(alerts === null ? [] : alertsSamples(alerts)),
  ];
}

function partSamples({ name, status, age }: Health['parts'][number]): Sample[] {
  const labels = { part: name };
  return [
    { name: 'game_of_draws_part_healthy', value: HEALTHY[status], labels },
    ...(age === null ? [] : [{ name: 'game_of_draws_part_age_seconds', value: age, labels } as const]),
  ];
}

function stateSamples({ lastRound, paused, chain, distributedLamports, totalWinners }: PublicState): Sample[] {
  return [
    ...(lastRound === null
      ? []
      : [{ name: 'game_of_draws_last_round', value: lastRound.round, labels: { state: lastRound.state } } as const]),
    { name: 'game_of_draws_paused', value: paused ? 1 : 0 },
    ...(chain.pool === null
      ? []
      : [{ name: 'game_of_draws_pool_lamports', value: BigInt(chain.pool.lamports) } as const]),
    ...(chain.holders === null
      ? []
      : [{ name: 'game_of_draws_eligible_wallets', value: chain.holders.total } as const]),
    { name: 'game_of_draws_paid_lamports_total', value: BigInt(distributedLamports) },
    { name: 'game_of_draws_winners_total', value: totalWinners },
  ];
}

function alertsSamples({ held, recentAlerts, wallets, databaseBytes }: AlertsPulse): Sample[] {
  return [
    { name: 'game_of_draws_held_rounds', value: held.length },
    { name: 'game_of_draws_recent_alerts', value: recentAlerts },
    ...wallets.flatMap(({ name: wallet, lamports, least }): Sample[] => [
      { name: 'game_of_draws_wallet_lamports', value: lamports, labels: { wallet } },
      { name: 'game_of_draws_wallet_least_lamports', value: least, labels: { wallet } },
    ]),
    ...(databaseBytes === null ? [] : [{ name: 'game_of_draws_database_bytes', value: databaseBytes } as const]),
  ];
}

/** One measured value. Lamports are bigints: a double would round them. */
interface Sample {
  readonly name: MetricName;
  readonly value: number | bigint;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Prometheus' text format: each metric once with its help and type, and its samples below it. */
export function metricsText(samples: readonly Sample[]): string {
  const byName = Map.groupBy(samples, ({ name }) => name);
  return [...byName].map(([name, own]) => metricText(name, own)).join('');
}

function metricText(name: MetricName, samples: readonly Sample[]): string {
  const { help, type } = METRICS[name];
  const lines = samples.map(({ value, labels = {} }) => `${name}${labelsText(labels)} ${value}`);
  return `${[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n')}\n`;
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join()}}`;
}

const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
