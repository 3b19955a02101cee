import * as z from 'zod';

/** `GET /api/metrics`: Prometheus' text format, version 0.0.4. */
export const metricsText = z.string();

interface MetricKind {
  readonly type: 'gauge' | 'counter';
  readonly help: string;
}

/** Every metric. Names do not change. An answer leaves out a metric whose value is not known. */
export const METRICS = {
  game_of_draws_info: { type: 'gauge', help: 'Always 1; the label is the version of the code.' },
  game_of_draws_healthy: {
    type: 'gauge',
    help: 'The status of /api/health: 1 for ok, 0.5 for degraded, 0 for down.',
  },
  game_of_draws_part_healthy: {
    type: 'gauge',
    help: '1 while a part of /api/health is ok, 0.5 while it is degraded, 0 while it is down.',
  },
  game_of_draws_part_age_seconds: { type: 'gauge', help: 'Seconds since a part last worked.' },
  game_of_draws_round: { type: 'gauge', help: 'The number of the running round.' },
  game_of_draws_last_round: { type: 'gauge', help: 'The newest round whose time is over; the label is its state.' },
  game_of_draws_paused: {
    type: 'gauge',
    help: '1 while new locks are paused, by an operator or because of an outflow that is not in the journal.',
  },
  game_of_draws_pool_lamports: { type: 'gauge', help: 'What the pool held when it was last read.' },
  game_of_draws_eligible_wallets: { type: 'gauge', help: 'Wallets in the draw when the holders were last read.' },
  game_of_draws_paid_lamports_total: { type: 'counter', help: 'All prizes that were paid.' },
  game_of_draws_winners_total: { type: 'counter', help: 'All winners that there were.' },
  game_of_draws_held_rounds: { type: 'gauge', help: 'Rounds that wait for a person.' },
  game_of_draws_recent_alerts: { type: 'gauge', help: 'Alerts of the last day.' },
  game_of_draws_wallet_lamports: { type: 'gauge', help: 'What a wallet of the product held when it was last read.' },
  game_of_draws_wallet_least_lamports: { type: 'gauge', help: 'What a wallet of the product should hold at least.' },
  game_of_draws_database_bytes: { type: 'gauge', help: 'How large the database is; D1 allows at most 10 GB.' },
} as const satisfies Readonly<Record<string, MetricKind>>;
export type MetricName = keyof typeof METRICS;
