import * as z from 'zod';
import { SEVERITIES } from '../alerts/alertKinds.ts';
import { ROUND_EXITS } from '../round/exits.ts';
import { HOLD_REASONS, UNSETTLED } from '../round/state.ts';
import { CYCLE_EXITS, CYCLE_IN_FLIGHT } from '../tax/cycle.ts';
import { decimal, isoTime, roundNumber } from './figures.ts';

/** Why something was stopped on purpose, since when, and by whom. */
export const standstill = z.object({ since: isoTime, by: z.string(), reason: z.string() });

/**
 * What an operator did. `subject` names what it was done to, such as `round 7`; null when `action` says it already.
 * `details` says what was changed; null when `subject` says it already.
 */
export const operatorAction = z.object({
  at: isoTime,
  by: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  reason: z.string().nullable(),
  details: z.string().nullable(),
});
export type OperatorAction = z.infer<typeof operatorAction>;

/** A transaction that the pool signed and the journal does not know. */
export const outflow = z.object({ signature: z.string(), foundAt: isoTime });

/** What an operator needs to know for any decision: pauses, what is under way, and what the wallets hold. */
export const operations = z.object({
  serverTime: isoTime,
  /** Sentences about settings that work but should not stay as they are. */
  warnings: z.array(z.string()),
  /** Null while the rounds are not paused. */
  pause: standstill.nullable(),
  /** Null while the tax is not paused. */
  taxPause: standstill.nullable(),
  /** Transactions that the pool signed and the journal does not know, oldest first. A resume has to name each. */
  outflows: z.array(outflow),
  /**
   * Rounds that are under way or wait for a person, newest first. `reason` is a sentence, or the stored word if this
   * version does not know it. `detail` says why exactly.
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
      /** Why it waits for a person; null when it does not wait, or when this version does not know the reason. */
      hold: z.enum(HOLD_REASONS).nullable(),
      /** What a person may do with it. */
      exits: z.array(z.enum(ROUND_EXITS)),
      /** Set when a person shelved the round: it is owed in public, and nobody is reminded of it. */
      shelved: standstill.nullable(),
    }),
  ),
  /** Tax cycles that wait for a person, oldest first. `reason` is a sentence, `detail` what exactly was refused. */
  cycles: z.array(
    z.object({
      /** Its id: unix second of its start. */
      cycle: z.int(),
      state: z.enum(CYCLE_IN_FLIGHT),
      reason: z.string().nullable(),
      detail: z.string().nullable(),
      startedAt: isoTime,
      exits: z.array(z.enum(CYCLE_EXITS)),
    }),
  ),
  /** Signed transactions whose end is not known or not final yet, oldest first. */
  journal: z.array(
    z.object({
      key: z.string(),
      attempt: z.int(),
      state: z.enum(['sent', 'confirmed']),
      signature: z.string(),
      signedAt: isoTime,
    }),
  ),
  /** What the wallets hold in the chain's newest confirmed view; `lamports` is null when no node answered. */
  wallets: z.array(
    z.object({
      name: z.string(),
      address: z.string(),
      lamports: decimal.nullable(),
      /** Lamports that it spends in a day, by its last 7 days; null when nothing is known. */
      perDayLamports: decimal.nullable(),
      /** Whole days that its balance lasts at that pace; null when it spends nothing, or its balance is unknown. */
      daysLeft: z.int().nullable(),
    }),
  ),
  alerts: z.array(
    z.object({
      key: z.string(),
      message: z.string(),
      severity: z.enum(SEVERITIES),
      /** The runbook's section that says what to do: a web address, or, when none is set, a path in the repository. */
      runbook: z.string(),
      raisedAt: isoTime,
      /** Null until it has reached every place that alerts are sent to, and while there is no such place. */
      deliveredAt: isoTime.nullable(),
      /** Null while it lasts, and for an alert of a kind that does not last. */
      endedAt: isoTime.nullable(),
    }),
  ),
  /** What operators did, newest first; the newest 50. */
  actions: z.array(operatorAction),
});
export type Operations = z.infer<typeof operations>;

/** `GET /api/admin/operations`. */
export const operationsAnswer = z.object({ success: z.literal(true), data: operations });

/** How many outflows a resume may name. Its body then has 182 KB; the limit is 256 KB. */
const MOST_NAMED = 2_000;

/** `GET /api/admin/operations/actions`. */
export const actionsAnswer = z.object({
  success: z.literal(true),
  data: z.array(operatorAction),
  nextCursor: z.string().nullable(),
});

/** Body of an operator's order: the reason for it. */
export const reasonBody = z.object({
  reason: z.string('must be a text').trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
});

/** The parts that can be paused and resumed separately. */
const PARTS = ['rounds', 'tax'] as const;
export type Part = (typeof PARTS)[number];
const part = z.enum(PARTS, `must be ${PARTS.join(' or ')}`).default('rounds');

/** Body of a pause. */
export const pauseBody = reasonBody.extend({ part });

const signature = z
  .string('must be a text')
  .regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/, 'must be a signature (base58 of 64 bytes)');

/** Body of an exit of a round: the reason, and if a person knows it, the transaction that made a mark of the hour. */
export const roundExitBody = reasonBody.extend({ signature: signature.nullable().default(null) });

/** A list of 100,000 entries of 40 bytes, base64. */
const MOST_LIST_CHARS = 5_400_000;

/**
 * Body of a recovery: the commitment's transaction, and, if KV has no copy, the list as it is stored (owner and amount
 * of each entry, 40 bytes, base64) and the rules as their canonical text.
 */
export const recoverBody = reasonBody.extend({
  signature,
  copy: z
    .object({ list: z.base64('must be base64').max(MOST_LIST_CHARS), rules: z.string('must be a text').max(2_000_000) })
    .nullable()
    .default(null),
});

/** Body of a resume: names every outflow that is not acknowledged yet. */
export const resumeBody = pauseBody.extend({
  acknowledge: z
    .array(signature, 'must be a list of signatures')
    .max(MOST_NAMED, `must have at most ${MOST_NAMED}`)
    .default([]),
});

/** A payment of a tax cycle that the chain shows and our database does not; `lamports` is what `to` got. */
export const seenPayment = z.object({
  signature: z.string(),
  to: z.string(),
  lamports: decimal,
  blockTime: isoTime.nullable(),
});
export type SeenPayment = z.infer<typeof seenPayment>;

/** The answer of a request that does something and has nothing to show. */
export const done = z.object({ success: z.literal(true) });
