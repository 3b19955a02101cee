import * as z from 'zod';

/** A run of consecutive rounds, both ends included. */
export interface RoundSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * By how much the floor has to rise before it is stored again. Up to the floor every round has a row; a new instance
 * searches all rounds above it.
 */
const STEP = 500;

const gapRow = z.object({ floor: z.int(), first: z.int().nullable(), last: z.int().nullable() });

/**
 * The oldest run of rounds without a row, above `floor` and up to `last`; null when there is none. Every round up to a
 * floor has a row. A caller that knows no floor passes 0, and then the stored floor is used: it stays true, since rows
 * of rounds are never deleted. The stored floor is also used if the round `floor` itself has no row, as may be after a
 * restore of the database.
 */
export async function firstGap(db: D1Database, floor: number, last: number): Promise<RoundSpan | null> {
  const found = await db
    .prepare(
      `WITH known AS MATERIALIZED (SELECT
         coalesce((SELECT round FROM rounds WHERE round = ?1), (SELECT round FROM settled_rounds WHERE id = 1), 0) AS floor)
       SELECT floor, first, (SELECT min(round) - 1 FROM rounds WHERE round > first) AS last FROM known LEFT JOIN (
         SELECT floor + 1 AS first FROM known WHERE NOT EXISTS (SELECT 1 FROM rounds WHERE round = floor + 1)
         UNION ALL
         SELECT * FROM (SELECT round + 1 FROM rounds r WHERE round > (SELECT floor FROM known) AND round < ?2
           AND NOT EXISTS (SELECT 1 FROM rounds WHERE round = r.round + 1) ORDER BY round LIMIT 1)
       ) ON first <= ?2 ORDER BY first LIMIT 1`,
    )
    .bind(floor, last)
    .first();
  const { first, ...gap } = gapRow.parse(found);
  const known = first === null ? last : first - 1;
  if (known - gap.floor >= STEP) await storeFloor(db, known);
  return first === null ? null : { first, last: Math.min(gap.last ?? last, last) };
}

async function storeFloor(db: D1Database, round: number): Promise<void> {
  await db
    .prepare(
      `INSERT INTO settled_rounds (id, round) VALUES (1, ?)
       ON CONFLICT (id) DO UPDATE SET round = max(settled_rounds.round, excluded.round)`,
    )
    .bind(round)
    .run();
}
