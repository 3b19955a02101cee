import { getStats } from '../api.ts';
import type { ServerClock } from '../clock/ServerClock.ts';

/** Reads the stats and sets the clock by the server time that comes with them. */
export async function fetchStats(clock: ServerClock, refresh = false) {
  const stats = await getStats(refresh);
  clock.observe(Date.parse(stats.serverTime));
  return stats;
}
