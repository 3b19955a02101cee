import * as z from 'zod';
import { REASONS } from '../protocol/terms/entries.ts';
import { LATE_STEPS } from '../round/causes.ts';
import { ROUND_STATES } from '../round/state.ts';
import { decimal, hex32, isoTime, place, roundNumber } from './figures.ts';
import { shownTerms } from './terms.ts';
import { payoutStatus, winner } from './winner.ts';
import { witness, witnessClaim } from './witness.ts';

const commitment = z.object({
  wallet: z.string(),
  memo: z.string(),
  mark: z.string().describe('The account that the commitment makes. The chain lets it be made only once for an hour.'),
  signature: z.string().nullable(),
  slot: z.int().nullable(),
  blockTime: isoTime.nullable(),
});

const beacon = z.object({
  network: z.string(),
  publicKey: z.string(),
  genesisTime: z.int(),
  period: z.int(),
  round: z.int(),
  time: isoTime,
  signature: z.string().nullable(),
  randomness: hex32.nullable(),
});

const payout = z.object({
  memo: z.string(),
  mark: z.string().describe('The account that the payout makes. The chain lets it be made only once for an hour.'),
  signature: z.string().nullable(),
  slot: z.int().nullable(),
  status: payoutStatus,
});

const moment = isoTime.nullable();

/**
 * When each step of a round was taken, by the server's clock; null for a step whose time is not stored. Nothing can
 * confirm these times, so they are no part of the proof.
 */
export const stepTimes = z.object({
  lockedAt: moment.describe('Entries, prizes and rules were stored.'),
  committedAt: moment.describe('The commitment was first seen on chain.'),
  beaconAt: moment.describe('The server had the beacon, and had checked its signature.'),
  drawnAt: moment.describe('The winners were stored.'),
  paidAt: moment.describe('The payment was first seen on chain.'),
  finalAt: moment.describe('The payment could no longer be undone.'),
});
export type StepTimes = z.infer<typeof stepTimes>;

/** A step that was or is late. */
export const lateStep = z.object({
  step: z.enum(LATE_STEPS),
  seconds: z.int().describe('How much later it was taken than it was due, or how long it has been due.'),
  cause: z.string().describe('What stood in its way, as a sentence.'),
});
export type LateStep = z.infer<typeof lateStep>;

/** A round without a row is `open`. */
export const roundSummary = z.object({
  roundNumber,
  state: z.enum(['open', ...ROUND_STATES]),
  /** Why it ended without a payment or waits for a person. `closed`: it was held, and a person has closed it as paid. */
  reason: z.string().nullable(),
  startsAt: isoTime,
  endsAt: isoTime,
  entries: z.int().nullable(),
  root: hex32.nullable(),
  poolLamports: decimal.nullable(),
  totalLamports: decimal.nullable(),
  beaconRound: z.int().nullable(),
  winners: z.array(winner),
  payoutSignature: z.string().nullable(),
  ...stepTimes.shape,
  /** Empty for a round that was on time. */
  late: z.array(lateStep),
});
export type RoundSummary = z.infer<typeof roundSummary>;

/**
 * `GET /api/lottery/rounds?cursor&limit&state&address&date`, newest first. `address`: only rounds that this wallet won;
 * `date`: only rounds that ended on this UTC day.
 */
export const roundsPage = z.object({ rounds: z.array(roundSummary), nextCursor: z.string().nullable() });
export type RoundsPage = z.infer<typeof roundsPage>;

/** `GET /api/lottery/rounds/:n`. */
export const roundDetail = roundSummary.extend({
  commitment: commitment.nullable(),
  beacon: beacon.nullable(),
  payout: payout.nullable(),
  /** Since when the round stays owed by an operator's decision; null without such a decision. */
  owedSince: isoTime.nullable(),
  /**
   * When an operator closed a round that is paid on chain, but whose right record is not stored, so that it stays held.
   * Null for any other round.
   */
  closedAt: isoTime.nullable(),
  /** What each watcher of the round's terms said. */
  witnesses: z.array(witness),
});
export type RoundDetail = z.infer<typeof roundDetail>;

/** `GET /api/lottery/rounds/:n/proof`: everything a verifier needs; parts not known yet are null. */
export const proof = z.object({
  roundNumber,
  endsAt: isoTime,
  state: z.enum(['open', ...ROUND_STATES]),
  reason: z.string().nullable(),
  rules: z
    .object({
      /** Version of the rules. */
      rules: z.int(),
      terms: hex32.describe('Hash of the terms in force.'),
      excluded: z.array(z.tuple([z.string(), z.enum(REASONS)])),
    })
    .nullable(),
  rulesHash: hex32.nullable(),
  terms: z
    .array(shownTerms)
    .describe('Every announcement that counts and whose text is stored here, sorted by number.'),
  snapshot: z
    .object({
      slot: z.int(),
      takenAt: isoTime,
      entries: z.array(z.string()).describe('Owners, in the order of the draw.'),
      amounts: z
        .array(decimal)
        .describe('What each owner held, in the same order. No part of the root, and not proven.'),
      root: hex32,
    })
    .nullable(),
  commitment: commitment.nullable(),
  beacon: beacon.nullable(),
  prize: z.object({ poolLamports: decimal, totalLamports: decimal, lamports: z.array(decimal) }).nullable(),
  winners: z.array(z.object({ place, address: z.string(), lamports: decimal })).nullable(),
  payout: payout.nullable(),
  /** No verifier checks them, because nothing can confirm them. */
  notes: stepTimes,
  /** What each watcher said. The terms say who runs the watcher; a verifier reads the testimony's mark on chain. */
  witnesses: z.array(witnessClaim),
});
export type Proof = z.infer<typeof proof>;
