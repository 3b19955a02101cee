import * as z from 'zod';
import { DECILES, type ListPosition } from '../../../src/round/listPosition.ts';

export interface WinPosition extends ListPosition {
  readonly place: number;
}

/** Drawn rounds whose winners' positions in the list are not stored, from one end. */
export async function roundsWithoutPositions(
  db: D1Database,
  end: 'newest' | 'oldest',
  limit: number,
): Promise<number[]> {
  const { results } = await db
    .prepare(
      `SELECT round FROM rounds r INDEXED BY rounds_unplaced
       WHERE placed = 0 AND randomness IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM win_positions p WHERE p.round = r.round)
       ORDER BY round ${end === 'newest' ? 'DESC' : 'ASC'} LIMIT ?`,
    )
    .bind(limit)
    .all();
  return z
    .array(z.object({ round: z.int() }))
    .parse(results)
    .map(({ round }) => round);
}

/** Stores the positions of a round's winners. A position that is stored already stays as it is. */
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

/** For each tenth of the lists, the wins in it, and how many wins a fair draw would put there on average. */
export interface CountedPositions {
  /** The wins of first places, by the index of the winner in the list. */
  readonly byIndex: readonly DecileWins[];
  /** The wins of all places, by the rank of the winner when the list is sorted by amount. */
  readonly byAmount: readonly DecileWins[];
}

export interface DecileWins {
  readonly wins: number;
  readonly expected: number;
}

const countRow = z.object({
  kind: z.enum(['index', 'amount']),
  decile: z.int(),
  wins: z.int(),
  expected: z.number(),
});

/** Stored positions that are not in the sums yet. Each position gives ten rows, one for each tenth of the list. */
const NEWS = `FROM rounds r INDEXED BY rounds_unplaced CROSS JOIN win_positions p CROSS JOIN json_each(?1) d
  WHERE p.round = r.round AND r.placed = 0 AND r.randomness IS NOT NULL`;
/** How many indexes of the list lie in the tenth `d`, as src/round/listPosition.ts computes it. */
const SIZE = `(((d.value + 1) * r.entries + ${DECILES - 1}) / ${DECILES} - (d.value * r.entries + ${DECILES - 1}) / ${DECILES})`;
const WIN = (kind: string, column: string) =>
  `SELECT '${kind}' AS kind, d.value AS decile, ${DECILES} * p.${column} / r.entries = d.value AS wins,
     1.0 * ${SIZE} / r.entries AS expected ${NEWS}`;

/** The sums over all stored positions. Each call first adds the positions that are not in the sums yet. */
export async function countPositions(db: D1Database): Promise<CountedPositions> {
  const [, , counted] = await db.batch([
    db
      .prepare(
        `INSERT INTO win_counts (kind, decile, wins, expected)
         SELECT kind, decile, sum(wins), sum(expected)
         FROM (${WIN('index', 'list_index')} AND p.place = 1 UNION ALL ${WIN('amount', 'amount_rank')})
         WHERE true GROUP BY kind, decile
         ON CONFLICT (kind, decile) DO UPDATE SET wins = wins + excluded.wins, expected = expected + excluded.expected`,
      )
      .bind(JSON.stringify(Array.from({ length: DECILES }, (_, decile) => decile))),
    db.prepare(
      `UPDATE rounds INDEXED BY rounds_unplaced SET placed = 1 WHERE placed = 0 AND randomness IS NOT NULL
         AND EXISTS (SELECT 1 FROM win_positions p WHERE p.round = rounds.round)`,
    ),
    db.prepare('SELECT kind, decile, wins, expected FROM win_counts'),
  ]);
  const rows = z.array(countRow).parse(counted?.results);
  const tenths = (kind: 'index' | 'amount') =>
    Array.from({ length: DECILES }, (_, decile): DecileWins => {
      const { wins, expected } = rows.find((row) => row.kind === kind && row.decile === decile) ?? NONE;
      return { wins, expected };
    });
  return { byIndex: tenths('index'), byAmount: tenths('amount') };
}

const NONE: DecileWins = { wins: 0, expected: 0 };
