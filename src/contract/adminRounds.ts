import * as z from 'zod';
import { ROUND_EXITS } from '../round/exits.ts';
import { HOLD_REASONS } from '../round/state.ts';
import { taxTransaction } from './distribution.ts';
import { decimal, isoTime } from './figures.ts';
import { operatorAction, standstill } from './operations.ts';
import { roundDetail, roundSummary } from './round.ts';

/** The text of a search. Only `/api/admin/search` also searches for part of a receiver's label. */
export const sought = z
  .string()
  .min(1)
  .max(100)
  .regex(/\S/, 'must not be blank')
  .describe('A round’s number, a day such as 2026-11-20, a wallet’s address, a signature, or part of a label.');

/** `GET /api/admin/rounds?q&cursor&limit`, newest first. Always fresh; the public list is cached. */
export const adminRoundsAnswer = z.object({
  success: z.literal(true),
  data: z.array(roundSummary),
  nextCursor: z.string().nullable(),
});

/** An attempt in the journal, of a round or a tax cycle. `proof` says why it is dead, and is null while it is not. */
export const attempt = z.object({
  key: z.string(),
  attempt: z.int(),
  state: z.enum(['sent', 'confirmed', 'finalized', 'failed', 'expired']),
  signature: z.string(),
  slot: z.int().nullable(),
  signedAt: isoTime,
  proof: z.string().nullable(),
});
export type Attempt = z.infer<typeof attempt>;

/** `GET /api/admin/rounds/{round}`: the public detail, and what an operator has to know besides. */
export const adminRound = z.object({
  round: roundDetail,
  /** Why exactly it is held or was rolled over. */
  detail: z.string().nullable(),
  /** Why it waits for a person; null when it does not wait, or when this version does not know the reason. */
  hold: z.enum(HOLD_REASONS).nullable(),
  /**
   * The stored reason: a sentence for one of `HOLD_REASONS`, otherwise the word as it is stored. Null without a reason.
   */
  reason: z.string().nullable(),
  exits: z.array(z.enum(ROUND_EXITS)),
  shelved: standstill.nullable(),
  promisedLamports: decimal.nullable(),
  attempts: z.array(attempt),
});
export type AdminRound = z.infer<typeof adminRound>;
export const adminRoundAnswer = z.object({ success: z.literal(true), data: adminRound });

/** What a search has found: the newest few of each kind. */
export const found = z.object({
  kind: z.enum(['round', 'day', 'address', 'signature', 'text']).describe('What the text was taken for.'),
  rounds: z.array(roundSummary),
  /** There are more rounds than are shown. */
  hasMore: z.boolean(),
  /** Tax cycles that pay the wallet, or a receiver whose label has this text, or that have this transaction. */
  transactions: z.array(taxTransaction),
  /** The attempts with this signature: at most one. */
  attempts: z.array(attempt),
  /** Actions of operators on the round, or with this text in their subject, reason or details. */
  actions: z.array(operatorAction),
});
export type Found = z.infer<typeof found>;

/** `GET /api/admin/search?q`. */
export const searchAnswer = z.object({ success: z.literal(true), data: found });
