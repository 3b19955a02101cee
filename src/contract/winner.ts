import * as z from 'zod';
import { PLACES, POSITIONS } from '../protocol/terms/places.ts';
import { decimal, isoTime, place, roundNumber } from './figures.ts';

/** How far a winner's payment has come; `final` can no longer be undone. */
export const payoutStatus = z.enum(['drawn', 'sent', 'confirmed', 'final']);
export type PayoutStatus = z.infer<typeof payoutStatus>;

export const winner = z.object({
  roundNumber,
  place,
  position: z.enum(PLACES.map((place) => POSITIONS[place])),
  address: z.string(),
  prize: z.number().describe('SOL, for display.'),
  prizeLamports: decimal,
  timestamp: isoTime.describe('When the round ended.'),
  transactionSignature: z.string().nullable(),
  status: payoutStatus,
});
export type Winner = z.infer<typeof winner>;

/** `GET /api/lottery/winners?cursor&limit&address`, newest first. */
export const winnersPage = z.object({ winners: z.array(winner), nextCursor: z.string().nullable(), total: z.int() });
export type WinnersPage = z.infer<typeof winnersPage>;
