import * as z from 'zod';
import { isoTime } from './figures.ts';

export const healthStatus = z.enum(['ok', 'degraded', 'down']);
export type HealthStatus = z.infer<typeof healthStatus>;

/** `GET /api/health`: 200 while the rounds can run, 503 when a part they need is down. `age` is in seconds. */
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
