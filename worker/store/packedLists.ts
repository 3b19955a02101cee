import * as z from 'zod';
import { applyListDifference } from '../../src/round/listDifference.ts';
import { ENDED_FOR_GOOD } from '../../src/round/state.ts';
import { fromBase64, inParts, toBase64 } from './bodies.ts';
import type { Reads } from './reads.ts';
import { stateIn } from './states.ts';

/** Of so many rounds that follow each other the first has its list stored as a whole. */
const WHOLE_EVERY = 24;

const linkRow = z.object({ round: z.int(), part: z.int(), base: z.int().nullable(), body: z.string() });

/**
 * The round's differences back to the first list that is whole, with that list: at most 24 steps. A base is always
 * of the same block of rounds, and a lower number than the round. In no order: SQLite would copy every body to sort them.
 */
const CHAIN = `WITH RECURSIVE chain (round) AS (
    SELECT ?1 UNION ALL
    SELECT d.base FROM chain CROSS JOIN list_differences d WHERE d.round = chain.round AND d.part = 0
  )
  SELECT d.round, d.base, d.body, d.part FROM chain CROSS JOIN list_differences d WHERE d.round = chain.round
  UNION ALL
  SELECT w.round, NULL, w.body, w.part FROM chain CROSS JOIN round_documents w WHERE w.round = chain.round AND w.kind = 'list'`;

/** The list of a round that has differences. Throws when what they start from is not there. */
export async function readPackedList(db: Reads, round: number): Promise<Uint8Array> {
  const { results } = await db.prepare(CHAIN).bind(round).all();
  const rows = z
    .array(linkRow)
    .parse(results)
    .sort((a, b) => a.round - b.round || a.part - b.part);
  const rounds = [...new Set(rows.map((row) => row.round))];
  let list: Uint8Array | null = null;
  for (const link of rounds) {
    const own = rows.filter((row) => row.round === link);
    const body = fromBase64(own.map((row) => row.body).join(''));
    if (own[0]?.base === null) list = body;
    else if (list === null) break;
    else list = applyListDifference(list, body);
  }
  if (list === null || rounds.at(-1) !== round) throw new Error(`round ${round}: its entries are not stored`);
  return list;
}

/** A round whose list may be packed, and the round before it in its block; null when it is the first there. */
export interface RoundToPack {
  readonly round: number;
  readonly base: number | null;
}

/** Rounds up to `last` that have ended for good and whose lists nobody has looked at yet, the oldest first. */
export async function roundsToPack(db: D1Database, last: number, limit: number): Promise<RoundToPack[]> {
  const { results } = await db
    .prepare(
      `SELECT round, (SELECT max(b.round) FROM rounds b INDEXED BY rounds_locked
           WHERE b.round < r.round AND b.round >= r.round - r.round % ${WHOLE_EVERY} AND b.root IS NOT NULL) AS base
       FROM rounds r INDEXED BY rounds_unpacked
       WHERE r.packed = 0 AND r.root IS NOT NULL AND r.round <= ?1 AND r.${stateIn(ENDED_FOR_GOOD)}
       ORDER BY r.round LIMIT ?2`,
    )
    .bind(last, limit)
    .all();
  return z.array(z.object({ round: z.int(), base: z.int().nullable() })).parse(results);
}

/** Settles that a round's list stays as it is. */
export async function keepWhole(db: D1Database, round: number): Promise<void> {
  await db.prepare('UPDATE rounds SET packed = 1 WHERE round = ?').bind(round).run();
}

export interface StoredDifference {
  readonly round: number;
  readonly base: number;
  readonly difference: Uint8Array;
}

/**
 * Puts a difference in the place of a round's list, both or neither. Whoever comes second changes nothing. That
 * the list can be had again from it is the caller's to know.
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
