import * as z from 'zod';
import { taxSums } from './distribution.ts';
import { decimal, isoTime } from './figures.ts';

/** A UTC month, `2026-11`. */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);
/** A month; with `.csv` after it, its file. */
export const monthOrFile = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])(\.csv)?$/, 'must be a month such as 2026-11, or 2026-11.csv')
  .describe('A UTC month such as `2026-11`; with `.csv` behind it a file with every prize.');

/** What a pool held at a finalized slot, lamports. */
const balance = z.object({ at: isoTime, slot: z.int(), lamports: decimal });
/** An exact amount that may be below 0. */
const signed = z.string().regex(/^-?\d{1,20}$/);

/**
 * A month of one pool wallet: opening + tax + other − prizes − fees − marks = closing, to the lamport. Opening and
 * closing are from the chain; tax, prizes, fees and marks are added up from the database; `other` makes the sum right.
 */
export const poolStatement = z.object({
  address: z.string(),
  opening: balance.describe(
    'The first stored balance of the month. All that was missing in it was explained, or a person was told.',
  ),
  closing: balance.describe('The first such balance of a later month; until there is one, the newest.'),
  taxLamports: decimal.describe('Its share of the tax.'),
  prizesLamports: decimal,
  feesLamports: decimal.describe('Network fees of its commitments and payments, by their bytes in the journal.'),
  marksLamports: decimal.describe('Rent of the accounts that mark commitments and payments.'),
  otherLamports: signed.describe('What others sent it; below 0: what left it and is not in the journal.'),
  rounds: z.int().describe('Rounds that it paid.'),
  transactions: z.int().describe('Its own transactions that landed.'),
  outflows: z
    .int()
    .describe(
      'Its transactions that the journal did not know, found between opening and closing; once it promises no rounds any more, only payments.',
    ),
});
export type PoolStatement = z.infer<typeof poolStatement>;

export const statement = z.object({
  month,
  /** The first month with a balance or with tax; null while there is neither. */
  earliest: month.nullable(),
  /** True: nothing is added to the month's statement any more. */
  isOver: z.boolean(),
  /** Empty for a month without a balance; several if the pool wallet has changed. */
  pools: z.array(poolStatement),
  /**
   * What each receiver was paid out of the tax between opening and closing, lamports. For a month without a balance: by
   * the cycles that began in it.
   */
  receivers: z.array(z.object({ address: z.string(), label: z.string(), lamports: decimal })),
  /** The tax of the cycles that began on days of the month. */
  tax: taxSums,
});
export type Statement = z.infer<typeof statement>;

/** `GET /api/admin/statements/{month}`. */
export const statementAnswer = z.object({ success: z.literal(true), data: statement });
