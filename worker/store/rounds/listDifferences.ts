import * as z from 'zod';
import { ENDED_FOR_GOOD } from '../../../src/round/state.ts';
import { inParts, toBase64 } from '../rows/bodies.ts';
import { stateIn } from '../rows/states.ts';

/** Rounds are in blocks of this many: 1 to 23, 24 to 47, and so on. The first list of a block is stored whole. */
const WHOLE_EVERY = 24;

/**
 * A round whose list may be packed: stored as its difference from the list of `base`. `base` is the last earlier round
 * of the same block that has a list and has ended for good; null when there is none. A held round is no base, because
 * its list may still be replaced.
 */
export interface RoundToPack {
  readonly round: number;
  readonly base: number | null;
}

const packRows = z.array(z.object({ round: z.int(), base: z.int().nullable() }));

/** Rounds up to `last` that have ended for good and whose lists nobody has tried to pack, the oldest first. */
export async function roundsToPack(db: D1Database, last: number, limit: number): Promise<RoundToPack[]> {
  const { results } = await db
    .prepare(
      `SELECT round, (SELECT max(b.round) FROM rounds b INDEXED BY rounds_locked
           WHERE b.round < r.round AND b.round >= r.round - r.round % ${WHOLE_EVERY} AND b.root IS NOT NULL
             AND b.${stateIn(ENDED_FOR_GOOD)}) AS base
       FROM rounds r INDEXED BY rounds_unpacked
       WHERE r.packed = 0 AND r.root IS NOT NULL AND r.round <= ?1 AND r.${stateIn(ENDED_FOR_GOOD)}
       ORDER BY r.round LIMIT ?2`,
    )
    .bind(last, limit)
    .all();
  return packRows.parse(results);
}

/** Notes that a round's list stays whole. */
export async function keepWhole(db: D1Database, round: number): Promise<void> {
  await db.prepare('UPDATE rounds SET packed = 1 WHERE round = ?').bind(round).run();
}

export interface StoredDifference {
  readonly round: number;
  readonly base: number;
  readonly difference: Uint8Array;
}

/**
 * Stores a difference instead of a round's list, in one transaction. A second call changes nothing. The caller has
 * checked that the list can be made from the difference.
 */
export async function storeDifference(db: D1Database, { round, base, difference }: StoredDifference): Promise<void> {
  const isOpen = 'FROM rounds WHERE round = ?1 AND packed = 0';
  await db.batch([
    ...inParts(toBase64(difference)).map((body, part) =>
      db
        .prepare(`INSERT INTO list_differences (round, part, base, body) SELECT round, ?2, ?3, ?4 ${isOpen}`)
        .bind(round, part, base, body),
    ),
    db.prepare(`DELETE FROM round_documents WHERE round = (SELECT round ${isOpen}) AND kind = 'list'`).bind(round),
    db.prepare('UPDATE rounds SET packed = 1 WHERE round = ?').bind(round),
  ]);
}
