import type { Status, StatusDay } from '../../src/contract/health.ts';
import { useAnswer } from '../data/useAnswer.ts';
import { fields, list, number, oneOf, orNull, type Shape, text, time } from '../shape/hasShape.ts';

const date: Shape<string> = (value) => text(value) && /^\d{4}-\d\d-\d\d$/.test(value as string);

export const STATUS = fields<Status>({
  days: list(fields<StatusDay>({ date, onTime: number, late: number, missed: number, total: number })),
  parts: list(
    fields<Status['parts'][number]>({
      name: text,
      status: oneOf('ok', 'degraded', 'down'),
      age: orNull(number),
      lastSuccessAt: orNull(time),
      detail: text,
    }),
  ),
  updatedAt: time,
});

/** The state of the lottery's parts, and the rounds of the last days. Read again once a minute. */
export function useStatus(known: Status | null) {
  return useAnswer({ path: '/api/lottery/status', shape: STATUS, pollMs: 60_000, known });
}
