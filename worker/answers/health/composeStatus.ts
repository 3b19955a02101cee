import type { Health, Status, StatusDay } from '../../../src/contract/health.ts';
import { closedRounds, type RoundClock } from '../../../src/round/clock.ts';
import { DAY_SECONDS } from '../../../src/round/daySeconds.ts';
import { ON_TIME_WITHIN_SECONDS, UPTIME_DAYS } from '../../../src/round/uptime.ts';
import type { CountedDay, UptimeSpan } from '../../store/views/rounds/uptime.ts';
import { isoOfMs } from '../isoTime.ts';

/** The unix seconds between which rounds are counted. A round is counted once the time for being on time is over. */
export function uptimeSpan(now: number): UptimeSpan {
  const unix = Math.floor(now / 1000);
  return { from: firstDay(unix) * DAY_SECONDS, until: unix - ON_TIME_WITHIN_SECONDS };
}

export interface StatusInput {
  readonly counted: { readonly days: readonly CountedDay[]; readonly newest: number };
  readonly clock: RoundClock;
  readonly parts: Health['parts'];
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * `GET /api/lottery/status`. A round that was not locked has no row until it is settled as missed. Once it can no
 * longer be on time, it counts as late even without a row: otherwise an outage would look like a quiet day.
 */
export function composeStatus({ counted, clock, parts, now }: StatusInput): Status {
  const { until } = uptimeSpan(now);
  const byDay = new Map(counted.days.map((each) => [each.day, each]));
  const closedBefore = (unix: number) => closedRounds(clock, Math.min(unix - 1, until));
  const first = firstDay(Math.floor(now / 1000));
  const days = Array.from({ length: UPTIME_DAYS }, (_, index): StatusDay => {
    const day = first + index;
    const { onTime, missed, total } = byDay.get(day) ?? { onTime: 0, missed: 0, total: 0 };
    const began = Math.max(counted.newest, closedBefore(day * DAY_SECONDS));
    const unsettled = Math.max(0, closedBefore((day + 1) * DAY_SECONDS) - began);
    const date = isoOfMs(day * DAY_SECONDS * 1000).slice(0, 10);
    return { date, onTime, late: total - onTime - missed + unsettled, missed, total: total + unsettled };
  });
  return { days, parts, updatedAt: isoOfMs(now) };
}

const firstDay = (unix: number) => Math.floor(unix / DAY_SECONDS) - UPTIME_DAYS + 1;
