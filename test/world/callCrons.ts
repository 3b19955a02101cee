import { CRONS } from '../../worker/crons.ts';
import type { RoundSchedule } from './workerSettings.ts';

export interface CronOptions {
  readonly workerUrl: string;
  readonly schedule: RoundSchedule;
  readonly taxSeconds: number;
  /** Called with a line about a call that failed. */
  readonly onFailure: (line: string) => void;
}

const MINUTE_MS = 60_000;
/** A margin, so that inexact local timers never call a cron early. */
const AFTER_ROUND_MS = 50;
const CALL_TIMEOUT_MS = 60_000;

/** Calls the worker's crons as Cloudflare would, which nothing does locally. Returns the function that ends it. */
export function callCrons({ workerUrl, schedule, taxSeconds, onFailure }: CronOptions): () => void {
  const ended = new AbortController();
  const failing = new Set<string>();
  const call = async (expression: string): Promise<void> => {
    try {
      const response = await fetch(`${workerUrl}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(expression)}`, {
        signal: AbortSignal.any([ended.signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
      });
      const text = await response.text();
      if (response.ok) failing.delete(expression);
      else report(expression, `${response.status} ${text.split('\n')[0] ?? ''}`);
    } catch (error) {
      if (!ended.signal.aborted) report(expression, error instanceof Error ? error.message : String(error));
    }
  };
  const report = (expression: string, what: string): void => {
    // Only the first failure of a series is told.
    if (failing.has(expression)) return;
    failing.add(expression);
    onFailure(`The cron "${expression}" failed: ${what.slice(0, 200)}`);
  };

  let timer: NodeJS.Timeout | undefined;
  const { genesisTime, roundSeconds } = schedule;
  const waitForRoundEnd = (): void => {
    const roundMs = roundSeconds * 1000;
    const sinceGenesis = Date.now() - genesisTime * 1000;
    timer = setTimeout(
      () => {
        void call(CRONS.draw.cron);
        waitForRoundEnd();
      },
      roundMs - (sinceGenesis % roundMs) + AFTER_ROUND_MS,
    );
  };
  waitForRoundEnd();
  const eachMinute = () => {
    void call(CRONS.minute.cron);
    void call(CRONS.prices.cron);
  };
  eachMinute();
  const minute = setInterval(eachMinute, MINUTE_MS);
  const tax = setInterval(() => void call(CRONS.tax.cron), taxSeconds * 1000);
  return () => {
    ended.abort();
    clearTimeout(timer);
    clearInterval(minute);
    clearInterval(tax);
  };
}
