/**
 * The schedules of `wrangler.toml`, each with its purpose and how often it comes. A change has to be made in both
 * files: a test compares them.
 */
export const CRONS = {
  /** The top of the hour: rounds are closed and drawn. */
  draw: { cron: '0 * * * *', everyMs: 3_600_000 },
  /** The tax cycle. */
  tax: { cron: '*/2 * * * *', everyMs: 120_000 },
  /**
   * Reads holders and pool for the pages, sends alerts and messages, and does the work of any other cron that was lost.
   */
  minute: { cron: '* * * * *', everyMs: 60_000 },
  /**
   * Also each minute. It is a cron of its own, so that an exchange that hangs does not delay the minute's other work.
   */
  prices: { cron: '*/1 * * * *', everyMs: 60_000 },
} as const;
export type CronName = keyof typeof CRONS;

/** What a cron is for; null for one that is not in the table. */
export function cronNamed(cron: string): CronName | null {
  const names = Object.keys(CRONS) as CronName[];
  return names.find((name) => CRONS[name].cron === cron) ?? null;
}
