import * as z from 'zod';
import type { RoundInFlight, RoundRecord } from '../../../../src/round/record.ts';
import { parseRound, parseRoundInFlight, ROUND_COLUMNS } from '../../rows/roundRows.ts';
import { OLDEST_IN_FLIGHT } from '../../rows/states.ts';
import { type Pause, parsePauses, pausesStatement } from './pauses.ts';
import { parseTestimonies, type TestimonyRow, testimoniesStatement } from './testimonies.ts';
import {
  parseWinners,
  type WinnerRow,
  winnersInFlightStatement,
  winnersOfRoundStatement,
  winnersPageStatement,
} from './winners.ts';
import { parseTotals, totalsStatement, type WinnerTotals } from './winnerTotals.ts';

export interface PaidPrizes {
  readonly round: number;
  readonly lamports: bigint;
  readonly slot: number;
}

/** The part of the public state that is about single rounds. */
export interface PublicRows {
  /** The newest round that has ended, once it has a row, with its winners. */
  readonly last: RoundRecord | null;
  readonly lastWinners: readonly WinnerRow[];
  /** The running round, once it has a row. */
  readonly running: RoundRecord | null;
  /** The oldest round that is locked, committed or drawn, and its winners. */
  readonly inFlight: RoundInFlight | null;
  readonly inFlightWinners: readonly WinnerRow[];
  /** The slot in which the payment of `inFlight` was seen; null before that. */
  readonly seenSlot: number | null;
  readonly paid: readonly PaidPrizes[];
  /** What the watchers said of `last` and `running`. */
  readonly testimonies: readonly TestimonyRow[];
  readonly totals: WinnerTotals;
  readonly recent: readonly WinnerRow[];
  /** The pauses that still last. */
  readonly pauses: readonly Pause[];
}

export interface PublicQuery {
  /** The number of the newest round that has ended. */
  readonly closed: number;
  readonly recentWinners: number;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * How many of the newest payments are read. The pool's balance is read every minute, and in that time at most
 * this many payments are made: so every payment that is newer than the last read balance is among them.
 */
const NEWEST_PAYMENTS = 5;
const SEEN_SLOT = `(SELECT slot FROM journal WHERE key = 'payout:' || round AND state IN ('confirmed', 'finalized'))`;

const paidRows = z.array(z.object({ round: z.int(), lamports: z.string().transform(BigInt), slot: z.int() }));
const seenRow = z.object({ seen_slot: z.int().nullable() });

/**
 * Reads the public rows in one batch. If they were read one by one, a payment made in between could count neither as
 * owed nor as paid.
 */
export async function publicRows(db: D1Database, { closed, recentWinners, now }: PublicQuery): Promise<PublicRows> {
  const one = (columns: string) => db.prepare(`SELECT ${columns} FROM rounds WHERE round = ?`);
  const answers = await db.batch([
    one(ROUND_COLUMNS).bind(closed),
    winnersOfRoundStatement(db, closed),
    one(ROUND_COLUMNS).bind(closed + 1),
    db.prepare(`SELECT ${ROUND_COLUMNS}, ${SEEN_SLOT} AS seen_slot ${OLDEST_IN_FLIGHT}`),
    winnersInFlightStatement(db),
    db
      .prepare(
        `SELECT p.round, p.slot, CAST(sum(CAST(w.lamports AS INTEGER)) AS TEXT) AS lamports
         FROM (SELECT round, payout_slot AS slot FROM rounds WHERE payout_slot IS NOT NULL ORDER BY payout_slot DESC LIMIT ?) p
         CROSS JOIN winners w ON w.round = p.round GROUP BY p.round`,
      )
      .bind(NEWEST_PAYMENTS),
    testimoniesStatement(db, [closed, closed + 1]),
    totalsStatement(db, null),
    winnersPageStatement(db, { limit: recentWinners, after: null, address: null }),
    pausesStatement(db, now),
  ]);
  const [last, lastWinners, running, inFlight, inFlightWinners, paid, testimonies, totals, recent, pauses] =
    answers.map(({ results }) => results);
  const [ended, next, oldest] = [last?.[0], running?.[0], inFlight?.[0]];
  return {
    last: ended === undefined ? null : parseRound(ended),
    lastWinners: parseWinners(lastWinners),
    running: next === undefined ? null : parseRound(next),
    inFlight: oldest === undefined ? null : parseRoundInFlight(oldest),
    inFlightWinners: parseWinners(inFlightWinners),
    seenSlot: oldest === undefined ? null : seenRow.parse(oldest).seen_slot,
    paid: paidRows.parse(paid),
    testimonies: parseTestimonies(testimonies),
    totals: parseTotals(totals?.[0]),
    recent: parseWinners(recent),
    pauses: parsePauses(pauses),
  };
}
