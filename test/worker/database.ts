import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import './watchPlans.ts';

/** Children before the tables they refer to. */
const TABLES = [
  ...['win_positions', 'fairness', 'trials', 'round_ends', 'payment_times', 'win_counts', 'list_differences'],
  'settled_rounds',
  'lock_problems',
  ...[
    'winners',
    'round_documents',
    'rounds',
    'journal',
    'pauses',
    'alerts',
    'checkpoints',
    'month_balances',
    'outflows',
    'losses',
  ],
  ...[
    'testimonies',
    'distribution_waiting',
    'distribution_changes',
    'distribution_active',
    'distribution_versions',
    'wrong_keys',
  ],
  ...['tax_pauses', 'actions', 'wallet_lows', 'channel_tellings'],
  ...['terms', 'terms_texts'],
  ...['tax_lines', 'tax_steps', 'tax_cycles', 'tax_archives', 'tax_days', 'tax_totals', 'winner_totals'],
];

/** The worker's own D1 with all migrations and without a row. */
export async function emptyDatabase(): Promise<D1Database> {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await env.DB.batch(TABLES.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  return env.DB;
}
