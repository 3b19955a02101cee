import type { Env } from '../env.ts';
import { roundLock } from '../http/roundLock.ts';

/**
 * The crons, all leading to the rounds' lock: on the minute it also refreshes what the page shows; the others are one more hint
 * that a round may have ended. Cloudflare may fire them late, twice or not at all, and nothing depends on it.
 */
export async function scheduled(event: ScheduledController, env: Env): Promise<void> {
  const lock = roundLock(env);
  if (event.cron === '* * * * *') await lock.tick();
  else await lock.advance();
}
