import * as z from 'zod';

/** Rounds that follow each other, both ends included. */
export interface RoundSpan {
  readonly first: number;
  readonly last: number;
}

/** The stored floor is raised in steps of this size. Every start of an instance looks at the rounds above the floor. */
const STEP = 500;

const gapRow = z.object({ first: z.int(), last: z.int().nullable() }).nullable();

/**
 * The oldest rounds without a row above `floor` and up to `last`; null when there are none. A caller that knows no
 * floor passes 0, and the stored one is used: rows of rounds are never deleted. The stored one is also used where the
 * round at the caller's floor has no row: then the floor is from before the database was restored.
 */
export async function firstGap(db: D1Database, floor: number, last: number): Promise<RoundSpan | null> {
  const from = await floorAt(db, floor);
  const found = await db
    .prepare(
      `SELECT first, (SELECT min(round) - 1 FROM rounds WHERE round > first) AS last FROM (
         SELECT ?1 + 1 AS first WHERE NOT EXISTS (SELECT 1 FROM rounds WHERE round = ?1 + 1)
         UNION ALL
         SELECT * FROM (SELECT round + 1 FROM rounds r WHERE round > ?1 AND round < ?2
           AND NOT EXISTS (SELECT 1 FROM rounds WHERE round = r.round + 1) ORDER BY round LIMIT 1)
       ) WHERE first <= ?2 ORDER BY first LIMIT 1`,
    )
    .bind(from, last)
    .first();
  const gap = gapRow.parse(found);
  const known = gap === null ? last : gap.first - 1;
  if (known - from >= STEP) await storeFloor(db, known);
  return gap === null ? null : { first: gap.first, last: Math.min(gap.last ?? last, last) };
}

const floorRow = z.object({ round: z.int() });

/** Every round up to here has a row: the floor that a caller remembers, or the stored one. */
async function floorAt(db: D1Database, remembered: number): Promise<number> {
  const found = await db
    .prepare(
      `SELECT coalesce((SELECT round FROM rounds WHERE round = ?), (SELECT round FROM settled_rounds WHERE id = 1), 0) AS round`,
    )
    .bind(remembered)
    .first();
  return floorRow.parse(found).round;
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
