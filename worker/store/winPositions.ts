import * as z from 'zod';
import { DECILES, type Draws } from '../../src/round/deciles.ts';
import type { ListPosition } from '../../src/round/listPosition.ts';

/** Where a winner stood in its round's list. */
export interface WinPosition extends ListPosition {
  readonly place: number;
}

/** Drawn rounds above `floor` whose winners' positions are not stored, the oldest first. */
export async function roundsWithoutPositions(db: D1Database, floor: number, limit: number): Promise<number[]> {
  const { results } = await db
    .prepare(
      `SELECT round FROM winners w WHERE round > ? AND place = 1
         AND NOT EXISTS (SELECT 1 FROM win_positions p WHERE p.round = w.round)
       ORDER BY round LIMIT ?`,
    )
    .bind(floor, limit)
    .all();
  return z
    .array(z.object({ round: z.int() }))
    .parse(results)
    .map(({ round }) => round);
}

/** Stores the positions of a round's winners; those that are stored stay. */
export async function insertPositions(db: D1Database, round: number, positions: readonly WinPosition[]): Promise<void> {
  await db
    .prepare(
      `INSERT INTO win_positions (round, place, list_index, amount_rank)
       SELECT ?1, value ->> 'place', value ->> 'listIndex', value ->> 'amountRank' FROM json_each(?2)
       WHERE true ON CONFLICT (round, place) DO NOTHING`,
    )
    .bind(round, JSON.stringify(positions))
    .run();
}

/** Wins by tenths of the lists, and how long the lists were. */
export interface CountedPositions {
  /** First places by their index in the list: ten counts. */
  readonly byIndex: readonly number[];
  /** All places by their rank by amount: ten counts. */
  readonly byAmount: readonly number[];
  readonly firstPlaces: readonly Draws[];
  readonly allPlaces: readonly Draws[];
}

const decileRow = z.object({
  decile: z
    .int()
    .min(0)
    .max(DECILES - 1),
  count: z.int(),
});
const lengthRow = z.object({ length: z.int().min(1), firsts: z.int(), wins: z.int() });

/** Counts every position that is stored. It walks over all of them: meant to be asked once a round. */
export async function countPositions(db: D1Database): Promise<CountedPositions> {
  const byDecile = (column: string, where: string) =>
    db.prepare(
      `SELECT ${DECILES} * p.${column} / r.entries AS decile, count(*) AS count
       FROM win_positions p JOIN rounds r ON r.round = p.round WHERE ${where} GROUP BY decile`,
    );
  const [byIndex, byAmount, lengths] = await db.batch([
    byDecile('list_index', 'p.place = 1'),
    byDecile('amount_rank', 'true'),
    db.prepare(
      `SELECT r.entries AS length, sum(p.place = 1) AS firsts, count(*) AS wins
       FROM win_positions p JOIN rounds r ON r.round = p.round GROUP BY r.entries`,
    ),
  ]);
  const known = z.array(lengthRow).parse(lengths?.results);
  return {
    byIndex: tenCounts(byIndex?.results),
    byAmount: tenCounts(byAmount?.results),
    firstPlaces: known.map(({ length, firsts }) => ({ length, count: firsts })),
    allPlaces: known.map(({ length, wins }) => ({ length, count: wins })),
  };
}

function tenCounts(results: readonly unknown[] | undefined): number[] {
  const rows = z.array(decileRow).parse(results);
  return Array.from({ length: DECILES }, (_, i) => rows.find(({ decile }) => decile === i)?.count ?? 0);
}
