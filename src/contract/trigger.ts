import * as z from 'zod';
import { decimal, roundNumber } from './figures.ts';

/** Why the newest round that has ended has no winners to show (yet). */
const triggerCode = z.enum(['TOO_EARLY', 'BEACON_PENDING', 'ROUND_ROLLED_OVER', 'ROUND_HELD', 'PAUSED']);

/** `POST /api/lottery/trigger-round`: about the newest round that has ended; every repeat gets the same winners. */
export const triggerResult = z.discriminatedUnion('success', [
  z.object({
    success: z.literal(true),
    data: z.object({
      roundNumber,
      totalDistributed: z.number().describe('SOL.'),
      winners: z.array(z.object({ address: z.string(), prize: z.number() })),
      prizePoolLamports: decimal.describe('What the running round’s prizes would be now, lamports.'),
    }),
  }),
  z.object({ success: z.literal(false), error: z.string(), code: triggerCode }),
]);
export type TriggerResult = z.infer<typeof triggerResult>;
