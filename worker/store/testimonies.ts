import * as z from 'zod';
import type { Address } from '../../src/address/address.ts';
import type { ChosenTestimony } from '../../src/witness/chooseTestimony.ts';
import type { Reads } from './reads.ts';

/** A watcher of a round, with what it said; null while it has said nothing. `blockTime` is unix seconds. */
export interface TestimonyRow {
  readonly round: number;
  readonly name: string;
  readonly address: string;
  readonly said: {
    readonly root: string;
    readonly entries: number;
    readonly signature: string;
    readonly slot: number;
    readonly blockTime: number;
  } | null;
}

const row = z.object({
  round: z.int(),
  witness: z.string(),
  name: z.string(),
  root: z.string().nullable(),
  entries: z.int().nullable(),
  signature: z.string().nullable(),
  slot: z.int().nullable(),
  block_time: z.int().nullable(),
});

/** The watchers of some rounds, in the order of the setting. */
export function testimoniesStatement(db: Reads, rounds: readonly number[]): D1PreparedStatement {
  return db
    .prepare(
      `SELECT round, witness, name, root, entries, signature, slot, block_time FROM testimonies
       WHERE round IN (SELECT value FROM json_each(?)) ORDER BY round, place`,
    )
    .bind(JSON.stringify(rounds));
}

/** Rows of the statement above; a watcher that has said nothing has `said: null`. Throws a ZodError. */
export function parseTestimonies(results: readonly unknown[] | undefined): TestimonyRow[] {
  return z
    .array(row)
    .parse(results ?? [])
    .map(({ round, witness, name, root, entries, signature, slot, block_time: blockTime }) => {
      const isSaid = root !== null && entries !== null && signature !== null && slot !== null && blockTime !== null;
      return { round, name, address: witness, said: isSaid ? { root, entries, signature, slot, blockTime } : null };
    });
}

/**
 * Notes who is asked about a round, and returns what is stored about them. Whoever becomes known later is not held to
 * have been silent.
 */
export async function expectWitnesses(
  db: D1Database,
  round: number,
  witnesses: readonly { readonly name: string; readonly address: Address }[],
): Promise<TestimonyRow[]> {
  const noted = db
    .prepare(
      `INSERT INTO testimonies (round, witness, name, place)
       SELECT ?1, value ->> 'address', value ->> 'name', key FROM json_each(?2)
       WHERE NOT EXISTS (SELECT 1 FROM testimonies WHERE round = ?1) ON CONFLICT DO NOTHING`,
    )
    .bind(round, JSON.stringify(witnesses));
  const [, stored] = await db.batch([noted, testimoniesStatement(db, [round])]);
  return parseTestimonies(stored?.results);
}

/** Stores what a watcher said: true when that is news. */
export async function saveTestimony(
  db: D1Database,
  address: Address,
  { signature, slot, blockTime, testimony }: ChosenTestimony,
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE testimonies SET root = ?3, entries = ?4, signature = ?5, slot = ?6, block_time = ?7
       WHERE round = ?1 AND witness = ?2 AND signature IS NOT ?5`,
    )
    .bind(testimony.round, address, testimony.root, testimony.entries, signature, slot, blockTime)
    .run();
  return meta.changes > 0;
}
