import * as z from 'zod';
import { decimal, hex32, isoTime, place, roundNumber } from './figures.ts';
import { winner } from './winner.ts';
import { witnessCount } from './witness.ts';

/** What a lock fixed before the randomness of its round existed; the chain confirms it. */
export const seal = z.object({
  root: hex32.describe('Merkle root of the entries.'),
  entries: z.int(),
  signature: z.string().nullable().describe('Of the commitment’s transaction; null until it has been seen on chain.'),
  sealedAt: isoTime.nullable().describe('The chain’s block time of the commitment; null until it has been seen.'),
  beaconRound: z.int(),
  beaconAt: isoTime.describe('When the beacon’s round is due.'),
  randomness: hex32.nullable().describe('Null until the draw.'),
});
export type Seal = z.infer<typeof seal>;

/** The running round. */
export const currentRound = z.object({
  roundNumber,
  timeToNext: z.number().describe('Seconds until the draw.'),
  startsAt: isoTime,
  locksAt: isoTime,
  endsAt: isoTime,
  phase: z.enum(['open', 'locked', 'paused']),
  seal: seal.nullable().describe('Null while the entries are not locked.'),
  witnesses: witnessCount.nullable().describe('Null while the entries are not locked, and where no watcher is known.'),
});
export type CurrentRound = z.infer<typeof currentRound>;

/** The newest round that has ended. */
export const lastRound = z.object({
  roundNumber,
  endsAt: isoTime,
  phase: z.enum(['drawing', 'complete', 'rolled-over', 'held']),
  reason: z.string().nullable(),
  winners: z.array(winner),
  paidAt: isoTime.nullable().describe('When the payment was first seen on chain, by the server’s clock.'),
  seal: seal.nullable().describe('Null for a round that had no lock.'),
  witnesses: witnessCount.nullable().describe('Null for a round that had no lock, and where no watcher was known.'),
});
export type LastRound = z.infer<typeof lastRound>;

const solFigure = { sol: z.number(), usd: z.number(), lamports: decimal };

/** `GET /api/lottery/stats`. */
export const stats = z.object({
  totalParticipants: z.int(),
  participantsUpdatedAt: isoTime
    .nullable()
    .describe('When the list that `totalParticipants` counts was read; null before the first list was read.'),
  totalPrizesDistributed: z.number(),
  totalPrizesDistributedLamports: decimal,
  totalRounds: z.int(),
  totalWinners: z.int(),
  currentRound,
  lastRound: lastRound.nullable(),
  prizePool: z
    .object(solFigure)
    .describe(
      'Of the running round: what its lock has fixed; before the lock, what a lock would fix from the newest known balance of the pool.',
    ),
  prizes: z.array(z.object({ place, ...solFigure })),
  solPrice: z.object({
    usd: z.number(),
    confidence: z.enum(['high', 'medium', 'low']),
    updatedAt: isoTime.nullable(),
    stale: z.boolean(),
    fallback: z.boolean(),
  }),
  recentWinners: z.array(winner),
  serverTime: isoTime,
  updatedAt: isoTime,
});
export type Stats = z.infer<typeof stats>;

/** `GET /api/lottery/pool-balance`; prize pool and prizes are those of the stats. */
export const poolBalance = z.object({
  balance: z.number(),
  lamports: decimal,
  prizePool: z.number(),
  prizePoolLamports: decimal,
  prizes: z.array(z.object({ place, lamports: decimal })),
  slot: z.int(),
  updatedAt: isoTime,
});
export type PoolBalance = z.infer<typeof poolBalance>;

const topHolder = z.object({ address: z.string(), balance: z.number(), isEligible: z.boolean() });

/**
 * `GET /api/lottery/eligible-participants`: at most 500 participants, the largest first. From the lock of a round until
 * after its draw these are from the locked list, and the round's winners, once known, are always among them.
 */
export const participants = z.object({
  success: z.literal(true),
  data: z.object({
    participants: z.array(z.string()),
    total: z.int(),
    topHolders: z.array(topHolder),
    threshold: z.number().describe('GOD.'),
    slot: z.int(),
    updatedAt: isoTime,
    lockedRound: roundNumber
      .nullable()
      .describe('The round whose locked list this is; null for the holders as they were last read.'),
    failingSince: isoTime.nullable().describe('Since when the holders cannot be read; null while they can.'),
  }),
});
export type Participants = z.infer<typeof participants>;
