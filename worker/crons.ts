/**
 * The schedules of `wrangler.toml`, each with what it is for and how often it comes. Whoever changes one changes both: a test
 * holds them against each other, and how late a part may be follows from here.
 */
export const CRONS = {
  /** Top of the hour: close and draw. */
  draw: { cron: '0 * * * *', everyMs: 3_600_000 },
  /** The tax cycle. */
  tax: { cron: '*/2 * * * *', everyMs: 120_000 },
  /** Holders, pool, alerts, watchdog. */
  minute: { cron: '* * * * *', everyMs: 60_000 },
  /** Each minute too, but a cron of its own: an exchange that hangs must not delay the minute's other work. */
  prices: { cron: '*/1 * * * *', everyMs: 60_000 },
} as const;
export type CronName = keyof typeof CRONS;

/** What a cron is for; null for one that is not in the table. */
export function cronNamed(cron: string): CronName | null {
  const names = Object.keys(CRONS) as CronName[];
  return names.find((name) => CRONS[name].cron === cron) ?? null;
}
