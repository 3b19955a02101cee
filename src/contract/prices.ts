import * as z from 'zod';
import { isoTime } from './figures.ts';

/** A price with its sources: USD for one SOL, or SOL for one GOD. */
export const priceRecord = z.object({
  price: z.number().positive(),
  currency: z.enum(['USD', 'SOL']),
  /** The latest answers; the price of a source that failed is 0. */
  sources: z.array(
    z.object({ name: z.string(), price: z.number().nonnegative(), timestamp: isoTime, success: z.boolean() }),
  ),
  lastUpdated: isoTime.nullable().describe('When a source last gave the price; null for the fallback.'),
  confidence: z.enum(['high', 'medium', 'low']),
  stale: z.boolean().describe('Older than 300 s (SOL) or 60 s (GOD), or a fallback.'),
  fallback: z.boolean().describe('A fixed stand-in: no source succeeded, and the last price would be stale.'),
});
export type PriceRecord = z.infer<typeof priceRecord>;

/** `GET /api/prices`. */
export const prices = z.object({ sol: priceRecord, god: priceRecord });
export type Prices = z.infer<typeof prices>;
