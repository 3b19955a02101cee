import * as z from 'zod';
import { decimal, isoTime, roundNumber } from './figures.ts';
import { winner } from './winner.ts';

/** What an operator looks at first. Amounts are lamports, GOD in base units. */
export const overview = z.object({
  serverTime: isoTime,
  nextDraw: z.object({ roundNumber, locksAt: isoTime, endsAt: isoTime }),
  /** The newest round whose payment is final; null while there is no such round. */
  lastPayment: z
    .object({
      roundNumber,
      endsAt: isoTime,
      paidAt: isoTime.nullable(),
      lamports: decimal,
      signature: z.string().nullable(),
      winners: z.array(winner),
    })
    .nullable(),
  /** The tax of the cycles that began on this UTC day and have ended. */
  taxToday: z.object({
    day: z.iso.date(),
    cycles: z.int(),
    withdrawnUnits: decimal,
    receivedLamports: decimal,
    distributedLamports: decimal,
    toPoolLamports: decimal,
    feesLamports: decimal,
  }),
  /**
   * The last 30 UTC days, oldest first: what the pool got of the tax, and the prizes of rounds that ended on the day.
   */
  days: z.array(z.object({ day: z.iso.date(), inLamports: decimal, outLamports: decimal })),
});
export type Overview = z.infer<typeof overview>;

/** `GET /api/admin/overview`. */
export const overviewAnswer = z.object({ success: z.literal(true), data: overview });
