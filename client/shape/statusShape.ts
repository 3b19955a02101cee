import type { Status, StatusDay } from '../../src/contract/status.ts';
import { anyWord, fields, list, number, orNull, type Shape, text, time } from './hasShape.ts';

// Apart from the other shapes: those are part of what the landing page starts with.

const date: Shape<string> = (value) => text(value) && /^\d{4}-\d\d-\d\d$/.test(value as string);

export const STATUS = fields<Status>({
  days: list(fields<StatusDay>({ date, onTime: number, late: number, missed: number, total: number })),
  parts: list(
    fields<Status['parts'][number]>({
      name: text,
      status: anyWord(),
      age: orNull(number),
      lastSuccessAt: orNull(time),
      detail: text,
    }),
  ),
  updatedAt: time,
});
