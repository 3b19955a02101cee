import * as z from 'zod';
import { CYCLE_STATES } from '../tax/cycle.ts';
import { activationRules, currency, waitingActivation } from './distribution.ts';
import { decimal, isoTime } from './figures.ts';

/** An amount for display in GOD or SOL, and the exact amount in base units. */
const amounts = { amount: z.number(), units: decimal };
const total = z.object(amounts);

/** One transaction of a cycle; a harvest of many accounts takes several. */
export const taxStep = z.object({
  name: z.enum(['harvest', 'withdraw', 'swap', 'distribute']),
  /** What was collected or sold (GOD), or paid out (the cycle's currency). */
  ...amounts,
  currency,
  signature: z.string().nullable(),
  status: z.enum(['pending', 'confirmed', 'final', 'failed']),
  feeLamports: decimal.nullable().describe('Network fee in lamports; null until the transaction is on chain.'),
});
export type TaxStepAnswer = z.infer<typeof taxStep>;

const taxLine = z.object({
  label: z.string(),
  address: z.string(),
  ...amounts,
  percentage: z.number(),
  status: z.enum(['SUCCESS', 'FAILED', 'pending']),
  signature: z.string().nullable(),
});

/** One tax cycle. `empty`: it found less than the minimum; only the newest such cycle is kept. */
export const taxCycle = z.object({
  id: z.int(),
  startedAt: isoTime,
  endedAt: isoTime.nullable(),
  state: z.enum(CYCLE_STATES),
  reason: z.string().nullable().describe('Why it failed, as a sentence; null otherwise.'),
  currency,
  configVersion: z.int().nullable(),
  found: total.describe('GOD found at its start: withheld, and already in the tax wallet.'),
  proceedsLamports: decimal
    .nullable()
    .describe('What the swap brought, lamports, before any fee; null without a swap.'),
  total: total.nullable().describe('What is distributed: proceeds + carried in − fees. Null before the plan.'),
  feesLamports: decimal.nullable(),
  carriedInLamports: z.string().nullable().describe('Lamports taken over from the cycle before; may be below 0.'),
  carriedOutLamports: z.string().nullable().describe('Lamports left for the next cycle; may be below 0.'),
  steps: z.array(taxStep),
  lines: z.array(taxLine),
});
export type TaxCycleAnswer = z.infer<typeof taxCycle>;

/** A UTC day's sums over the cycles that began on it. */
const taxDay = z.object({
  day: z.iso.date(),
  withdrawn: z.number().describe('GOD.'),
  distributed: z.number().describe('SOL.'),
  cycles: z.int(),
});

/** `GET /api/lottery/tax`: the newest cycles first, sums over all ended cycles, and the last 30 days, oldest first. */
export const taxReport = z.object({
  totals: z.object({
    cycles: z.int(),
    withdrawn: total,
    sold: total,
    received: total,
    distributed: total,
    distributedGod: total,
    fees: total,
  }),
  days: z.array(taxDay),
  cycles: z.array(taxCycle),
  /** How the distribution may be changed, and the change that waits. */
  distribution: z.object({
    rules: activationRules,
    waiting: waitingActivation
      .pick({ version: true, wallets: true, askedAt: true, inForceAt: true, difference: true })
      .nullable(),
  }),
  /** Since when an operator has paused the tax; null while nobody has. */
  pausedAt: isoTime.nullable(),
  updatedAt: isoTime,
});
export type TaxReport = z.infer<typeof taxReport>;
