import type { TaxCycleAnswer, TaxReport, TaxStepAnswer } from '../../src/contract/tax.ts';
import { amount, number, oneOf, orNull, type Shape, text, time } from './hasShape.ts';

// Apart from the other shapes: those are part of what the landing page starts with.

const TOTAL = { units: amount } as const;
const currency = oneOf('GOD', 'SOL');
/** A whole amount in the smallest unit, possibly below 0. */
const balance = (value: unknown) => text(value) && /^-?\d+$/.test(value as string);
const day = (value: unknown) => text(value) && /^\d{4}-\d\d-\d\d$/.test(value as string);

const STEP: Shape<TaxStepAnswer> = {
  name: oneOf('harvest', 'withdraw', 'swap', 'distribute'),
  units: amount,
  currency,
  signature: orNull(text),
  status: oneOf('pending', 'confirmed', 'final', 'failed'),
  feeLamports: orNull(amount),
};

const CYCLE: Shape<TaxCycleAnswer> = {
  id: number,
  startedAt: time,
  endedAt: orNull(time),
  state: oneOf('harvest', 'withdraw', 'swap', 'distribute', 'done', 'empty', 'failed'),
  reason: orNull(text),
  currency,
  configVersion: orNull(number),
  found: TOTAL,
  proceedsLamports: orNull(amount),
  total: orNull<NonNullable<TaxCycleAnswer['total']>>(TOTAL),
  feesLamports: orNull(amount),
  carriedInLamports: orNull(balance),
  carriedOutLamports: orNull(balance),
  steps: [STEP],
  lines: [
    {
      label: text,
      address: text,
      units: amount,
      percentage: number,
      status: oneOf('SUCCESS', 'FAILED', 'pending'),
      signature: orNull(text),
    },
  ],
};

export const TAX: Shape<TaxReport> = {
  totals: {
    cycles: number,
    withdrawn: TOTAL,
    sold: TOTAL,
    received: TOTAL,
    distributed: TOTAL,
    distributedGod: TOTAL,
    fees: TOTAL,
  },
  days: [{ day, withdrawn: number, distributed: number, cycles: number }],
  cycles: [CYCLE],
  updatedAt: time,
};
