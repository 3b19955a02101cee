import type { TaxCycleAnswer, TaxReport, TaxStepAnswer } from '../../src/contract/tax.ts';
import { CYCLE_IN_FLIGHT, CYCLE_STATES } from '../../src/tax/cycle.ts';
import { type Answered, useAnswer } from '../data/useAnswer.ts';
import { amount, fields, flag, list, number, oneOf, orNull, type Shape, text, time } from '../shape/hasShape.ts';

type Total = TaxReport['totals']['withdrawn'];
const TOTAL = fields<Total, 'amount'>({ units: amount });
const currency = oneOf('GOD', 'SOL');
/** A whole amount in the smallest unit, which may be below 0. */
const balance: Shape<string> = (value) => text(value) && /^-?\d+$/.test(value as string);
const day: Shape<string> = (value) => text(value) && /^\d{4}-\d\d-\d\d$/.test(value as string);

const STEP = fields<TaxStepAnswer, 'amount'>({
  name: oneOf(...CYCLE_IN_FLIGHT),
  units: amount,
  currency,
  signature: orNull(text),
  status: oneOf('pending', 'confirmed', 'final', 'failed'),
  feeLamports: orNull(amount),
});

const LINE = fields<TaxCycleAnswer['lines'][number], 'amount'>({
  label: text,
  address: text,
  units: amount,
  percentage: number,
  status: oneOf('SUCCESS', 'FAILED', 'pending'),
  signature: orNull(text),
});

const CYCLE = fields<TaxCycleAnswer>({
  id: number,
  startedAt: time,
  endedAt: orNull(time),
  state: oneOf(...CYCLE_STATES),
  reason: orNull(text),
  currency,
  configVersion: orNull(number),
  found: TOTAL,
  proceedsLamports: orNull(amount),
  total: orNull(TOTAL),
  feesLamports: orNull(amount),
  carriedInLamports: orNull(balance),
  carriedOutLamports: orNull(balance),
  steps: list(STEP),
  lines: list(LINE),
});

type Waiting = NonNullable<TaxReport['distribution']['waiting']>;

export const TAX = fields<TaxReport>({
  totals: fields<TaxReport['totals']>({
    cycles: number,
    withdrawn: TOTAL,
    sold: TOTAL,
    received: TOTAL,
    distributed: TOTAL,
    distributedGod: TOTAL,
    fees: TOTAL,
  }),
  days: list(fields<TaxReport['days'][number]>({ day, withdrawn: number, distributed: number, cycles: number })),
  cycles: list(CYCLE),
  distribution: fields<TaxReport['distribution']>({
    rules: fields<TaxReport['distribution']['rules']>({
      minPoolShare: orNull(number),
      needsSecondKey: flag,
      delayHours: number,
    }),
    waiting: orNull(
      fields<Waiting, 'wallets'>({ version: number, askedAt: time, inForceAt: orNull(time), difference: text }),
    ),
  }),
  pausedAt: orNull(time),
  updatedAt: time,
});

export type TaxView = Answered<TaxReport>;

/** The report about the tax. The page is rendered without it, and the browser asks for it. */
export function useTax(): TaxView {
  return useAnswer({ path: '/api/lottery/tax', shape: TAX, pollMs: 15_000, known: null });
}
