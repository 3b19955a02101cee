import * as z from 'zod';
import { isoTime } from './figures.ts';

export const healthStatus = z.enum(['ok', 'degraded', 'down']);
export type HealthStatus = z.infer<typeof healthStatus>;

/**
 * `GET /api/health`: 200 while the rounds can run, 503 when a part that they need is down. `age`: seconds since the
 * part's last success.
 */
export const health = z.object({
  status: healthStatus,
  parts: z.array(
    z.object({
      name: z.string(),
      status: healthStatus,
      age: z.number().nullable(),
      lastSuccessAt: isoTime.nullable(),
      detail: z.string(),
    }),
  ),
  version: z.string(),
});
export type Health = z.infer<typeof health>;

/** The rounds that ended on a UTC day; for today, those that have ended so far. */
export const statusDay = z.object({
  date: z.string().describe('UTC, `2026-11-20`.'),
  onTime: z.int().describe('Paid within 60 seconds of their end.'),
  late: z.int().describe('Paid later, or still owed.'),
  missed: z.int().describe('Ended without a payment: not played, paused, or rolled over as the rules say.'),
  total: z.int(),
});
export type StatusDay = z.infer<typeof statusDay>;

/** `GET /api/lottery/status`: 90 days, the newest last, and the present state of each part. */
export const status = z.object({ days: z.array(statusDay), parts: health.shape.parts, updatedAt: isoTime });
export type Status = z.infer<typeof status>;
