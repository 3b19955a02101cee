import * as z from 'zod';
import { SEVERITIES } from '../alerts/alertKinds.ts';
import { UNSETTLED } from '../round/state.ts';
import { decimal, isoTime, roundNumber } from './figures.ts';

/**
 * What an operator has to know to decide anything: who holds the rounds up, what is under way, and what there is to
 * pay with.
 */
export const operations = z.object({
  serverTime: isoTime,
  /** Null: new rounds are locked. */
  pause: z.object({ since: isoTime, by: z.string(), reason: z.string() }).nullable(),
  /**
   * Transactions that the pool signed and the journal does not know, oldest first: to resume, each has to be
   * acknowledged.
   */
  outflows: z.array(z.object({ signature: z.string(), foundAt: isoTime })),
  /**
   * Rounds that are under way or wait for a person, newest first. `reason` is a sentence, `detail` says why exactly.
   */
  rounds: z.array(
    z.object({
      roundNumber,
      state: z.enum(UNSETTLED),
      reason: z.string().nullable(),
      detail: z.string().nullable(),
      endsAt: isoTime,
      /** Lamports of its prizes; null when they were not fixed. */
      totalLamports: decimal.nullable(),
    }),
  ),
  /** Signed transactions whose end is not known or not final yet, newest first. */
  journal: z.array(
    z.object({
      key: z.string(),
      attempt: z.int(),
      state: z.enum(['sent', 'confirmed']),
      signature: z.string(),
      signedAt: isoTime,
    }),
  ),
  /** Lamports at the chain's newest confirmed view; null when no node answered. */
  wallets: z.array(z.object({ name: z.string(), address: z.string(), lamports: decimal.nullable() })),
  /** The newest ones. */
  alerts: z.array(
    z.object({
      key: z.string(),
      message: z.string(),
      severity: z.enum(SEVERITIES),
      /** Where it says what to do: an address, or a path in the repository where no address is set. */
      runbook: z.string(),
      raisedAt: isoTime,
      /** Null until every target took it, or while there is none. */
      deliveredAt: isoTime.nullable(),
      /** Null while it lasts, and for what happened at a moment and has no end. */
      endedAt: isoTime.nullable(),
    }),
  ),
});
export type Operations = z.infer<typeof operations>;

/** `GET /api/admin/operations`. */
export const operationsAnswer = z.object({ success: z.literal(true), data: operations });

/** More than this fit into no body. */
const MOST_NAMED = 2_000;

/** Body of a pause. */
export const reasonBody = z.object({
  reason: z.string('must be a text').trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
});

const signature = z
  .string('must be a text')
  .regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/, 'must be a signature (base58 of 64 bytes)');

/** Body of a resume: names every outflow that nobody has acknowledged yet. */
export const resumeBody = reasonBody.extend({
  acknowledge: z
    .array(signature, 'must be a list of signatures')
    .max(MOST_NAMED, `must have at most ${MOST_NAMED}`)
    .default([]),
});

/** What a pause, a resume and a wake-up answer. */
export const done = z.object({ success: z.literal(true) });
