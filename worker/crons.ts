/** The schedules of `wrangler.toml`, and how often each comes. A test compares the two files. */
export const CRONS = {
  /** The top of the hour: moves the rounds, so that the round that has ended is drawn. */
  draw: { cron: '0 * * * *', everyMs: 3_600_000 },
  /** The tax cycle. */
  tax: { cron: '*/2 * * * *', everyMs: 120_000 },
  /** Reads holders and pool for the pages, sends alerts and messages, and does the work of a cron that was lost. */
  minute: { cron: '* * * * *', everyMs: 60_000 },
  /** Reads the prices. A cron of its own, so that a source that hangs does not delay the work of `minute`. */
  prices: { cron: '*/1 * * * *', everyMs: 60_000 },
} as const;
export type CronName = keyof typeof CRONS;

/** The name of the cron with this schedule; null for a schedule that is not in the table. */
export function cronNamed(cron: string): CronName | null {
  const names = Object.keys(CRONS) as CronName[];
  return names.find((name) => CRONS[name].cron === cron) ?? null;
}
