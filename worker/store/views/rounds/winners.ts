import * as z from 'zod';
import { type Address, address } from '../../../../src/address/address.ts';
import { lamports } from '../../../../src/money/lamports.ts';
import type { PlacedWinner } from '../../../../src/protocol/terms/lock.ts';
import { PLACES } from '../../../../src/protocol/terms/places.ts';
import type { SeenPayout } from '../../../../src/round/record.ts';
import { UNSETTLED } from '../../../../src/round/state.ts';
import type { Reads } from '../../rows/reads.ts';
import type { Selection } from '../../rows/roundSelection.ts';
import { OLDEST_IN_FLIGHT, stateIn } from '../../rows/states.ts';

/** A winner, with what the winner's round says about the payment. */
export interface WinnerRow extends PlacedWinner {
  readonly round: number;
  readonly endsAt: number;
  readonly signature: string | null;
  readonly status: SeenPayout['status'];
}

const row = z
  .object({
    round: z.int(),
    place: z.literal(PLACES),
    address: z.string().transform(address),
    lamports: z.string().transform((text) => lamports(BigInt(text))),
    ends_at: z.int(),
    payout_signature: z.string().nullable(),
    payout_status: z.enum(['drawn', 'sent', 'confirmed', 'final']),
  })
  .transform(
    ({ ends_at, payout_signature, payout_status, ...winner }): WinnerRow => ({
      ...winner,
      endsAt: ends_at,
      signature: payout_signature,
      status: payout_status,
    }),
  );
const rows = z.array(row);

const SELECT = `SELECT w.round, w.place, w.address, w.lamports, r.ends_at, r.payout_signature, r.payout_status
  FROM winners w JOIN rounds r ON r.round = w.round`;

/** SQL for a page. Parameters 1 and 2 are the cursor, 3 the limit. */
const BEHIND = '(w.round < ?1 OR (w.round = ?1 AND w.place > ?2))';
const NEWEST_FIRST = 'ORDER BY w.round DESC, w.place LIMIT ?3';

/** The winner after whom a page begins. Winners come by round, newest first, and then by place. */
export interface WinnerCursor {
  readonly round: number;
  readonly place: number;
}

export interface WinnerQuery {
  readonly limit: number;
  readonly after: WinnerCursor | null;
  readonly address: string | null;
}

/** The statement for the winners of a round, by place, also for a batch with other reads. */
export function winnersOfRoundStatement(db: Reads, round: number): D1PreparedStatement {
  return db.prepare(`${SELECT} WHERE w.round = ? ORDER BY w.place`).bind(round);
}

/** As `winnersOfRoundStatement`, for the oldest round that still wants work. */
export function winnersInFlightStatement(db: Reads): D1PreparedStatement {
  return db.prepare(`${SELECT} WHERE w.round = (SELECT round ${OLDEST_IN_FLIGHT}) ORDER BY w.place`);
}

/** The statement for the winners of a page of rounds: newest round first, and by place. */
export function winnersOfRoundsStatement(db: Reads, wanted: Selection): D1PreparedStatement {
  return db.prepare(`${SELECT} WHERE w.round IN (${wanted.sql}) ORDER BY w.round DESC, w.place`).bind(...wanted.values);
}

/** Parses what one of the statements for winners returned. */
export function parseWinners(results: readonly unknown[] | undefined): WinnerRow[] {
  return rows.parse(results);
}

/** The winners of a round by place. */
export async function winnersOfRound(db: Reads, round: number): Promise<WinnerRow[]> {
  const { results } = await winnersOfRoundStatement(db, round).all();
  return parseWinners(results);
}

/** A page of winners, newest round first and by place. */
export async function winnersPage(db: Reads, query: WinnerQuery): Promise<WinnerRow[]> {
  return parseWinners((await winnersPageStatement(db, query).all()).results);
}

/** The statement of `winnersPage`, for a batch with other reads. */
export function winnersPageStatement(db: Reads, { limit, after, address: wallet }: WinnerQuery): D1PreparedStatement {
  // Two statements: with "?1 IS NULL OR w.address = ?1" the database would not use the index by address.
  const statement =
    wallet === null
      ? db.prepare(`${SELECT} WHERE ${BEHIND} ${NEWEST_FIRST}`)
      : db.prepare(`${SELECT} WHERE w.address = ?4 AND ${BEHIND} ${NEWEST_FIRST}`);
  return statement.bind(
    after?.round ?? Number.MAX_SAFE_INTEGER,
    after?.place ?? 0,
    limit,
    ...(wallet === null ? [] : [wallet]),
  );
}

const prizeRows = z.array(z.object({ lamports: z.string().transform(BigInt).nullable() }));

/** Added up here, because with the pool's key somebody can promise amounts whose sum is too large for SQLite. */
const sumOf = (prizes: z.infer<typeof prizeRows>) =>
  prizes.reduce((sum, { lamports: prize }) => sum + (prize ?? 0n), 0n);

/** Rounds of the pool wallet, and rounds whose wallet is not known. */
const OF_WALLET = '(wallet IS NULL OR wallet = ?1)';

/**
 * SQL: the prizes of a pool wallet's rounds, promised or paid. A round whose payment mark exists owes nothing any more,
 * but its prizes still count here.
 */
const PRIZES = `SELECT CASE WHEN state = 'held' AND promised_lamports <> '0' THEN promised_lamports
     ELSE coalesce(total_lamports, promised_lamports) END AS lamports FROM rounds WHERE ${OF_WALLET}`;

/** Prizes of the rounds that ended after `since` (unix seconds). The daily cap is compared with this. */
export async function prizesSince(db: D1Database, wallet: Address, since: number): Promise<bigint> {
  const { results } = await db
    .prepare(`${PRIZES} AND ends_at > ?2 AND state <> 'rolled-over'`)
    .bind(wallet, since)
    .all();
  return sumOf(prizeRows.parse(results));
}

/**
 * The most that a pool wallet may have paid since `since` (unix milliseconds) for other rounds than `but`, lamports.
 * Rounds that are not `paid` in the database count too, because their payment may be on its way or not known here yet.
 */
export async function prizesMaybePaidSince(
  db: D1Database,
  { wallet, since, but }: { readonly wallet: Address; readonly since: number; readonly but: number },
): Promise<bigint> {
  const { results } = await db
    .prepare(`${PRIZES} AND updated_at >= ?2 AND round <> ?3 AND ${stateIn([...UNSETTLED, 'paid'])}`)
    .bind(wallet, since, but)
    .all();
  return sumOf(prizeRows.parse(results));
}

/** What the open rounds of a pool wallet have promised. Later rounds must leave that amount in the wallet. */
export interface Owed {
  readonly lamports: bigint;
  /** The oldest round whose mark promises an unknown amount. While there is one, nothing is locked on this wallet. */
  readonly unknown: number | null;
}

const owedRows = z.array(prizeRows.element.extend({ round: z.int() }));

/**
 * Prizes of a pool wallet's rounds that are under way or held. A round under way owes what its lock has fixed, even if
 * its commitment is not stored, because the commitment may still be found on chain. A held round counts because a
 * person may release it. It owes what its marks are known to promise. While that is not known, it owes what its lock
 * has fixed; if it is held for a mark without a record, the amount is unknown. A round that a person closed owes
 * nothing.
 */
export async function owedByOpenRounds(db: D1Database, wallet: Address): Promise<Owed> {
  return parseOwed((await owedStatement(db, wallet).all()).results);
}

/** What a pool wallet owes, with the slot of the newest final payment; 0 before the first. */
export interface OwedAndPaid {
  readonly owed: Owed;
  readonly newestPayoutSlot: number;
}

const slotRow = z.object({ newest: z.int().nullable() });

/**
 * As `owedByOpenRounds`, in one batch with the newest payment. So if a round is not owed any more because it was paid,
 * its payment is at `newestPayoutSlot` or before.
 */
export async function owedAndPaid(db: D1Database, wallet: Address): Promise<OwedAndPaid> {
  const [owed, paid] = await db.batch([
    owedStatement(db, wallet),
    // Only with this condition does SQLite use the index: rounds without a payment are not in it.
    db.prepare('SELECT max(payout_slot) AS newest FROM rounds WHERE payout_slot IS NOT NULL'),
  ]);
  return {
    owed: parseOwed(owed?.results),
    newestPayoutSlot: slotRow.parse(paid?.results[0]).newest ?? 0,
  };
}

function owedStatement(db: D1Database, wallet: Address): D1PreparedStatement {
  const isMark = `reason = 'mark-without-record'`;
  return db
    .prepare(
      `SELECT round,
         iif(state = 'held', coalesce(promised_lamports, iif(${isMark}, NULL, total_lamports)), total_lamports) AS lamports
       FROM rounds INDEXED BY rounds_open
       WHERE ${stateIn(UNSETTLED)} AND payouts = 'live' AND closed_at IS NULL AND ${OF_WALLET} ORDER BY round`,
    )
    .bind(wallet);
}

function parseOwed(results: unknown): Owed {
  const open = owedRows.parse(results);
  return { lamports: sumOf(open), unknown: open.find(({ lamports: prize }) => prize === null)?.round ?? null };
}
