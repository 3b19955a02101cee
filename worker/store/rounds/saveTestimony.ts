import type { Address } from '../../../src/address/address.ts';
import {
  parseTestimonies,
  type SaidTestimony,
  type TestimonyRow,
  testimoniesStatement,
} from '../views/rounds/testimonies.ts';

/**
 * Notes which watchers are asked about a round, at the first call that names any. Returns what is stored about the
 * watchers that were noted. A watcher that only a later call names does not count as silent in this round.
 */
export async function expectWitnesses(
  db: D1Database,
  round: number,
  witnesses: readonly { readonly name: string; readonly operator: string; readonly address: Address }[],
): Promise<TestimonyRow[]> {
  const noted = db
    .prepare(
      `INSERT INTO testimonies (round, witness, name, operator, place)
       SELECT ?1, value ->> 'address', value ->> 'name', value ->> 'operator', key FROM json_each(?2)
       WHERE NOT EXISTS (SELECT 1 FROM testimonies WHERE round = ?1) ON CONFLICT DO NOTHING`,
    )
    .bind(round, JSON.stringify(witnesses));
  const [, stored] = await db.batch([noted, testimoniesStatement(db, [round])]);
  return parseTestimonies(stored?.results);
}

/** Stores what a watcher said of a round. True if the watcher was noted and had no testimony yet. */
export async function saveTestimony(
  db: D1Database,
  { round, address }: Pick<TestimonyRow, 'round' | 'address'>,
  { seen, signature, slot, blockTime }: SaidTestimony,
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE testimonies SET root = ?3, entries = ?4, unjudged = ?5, signature = ?6, slot = ?7, block_time = ?8
       WHERE round = ?1 AND witness = ?2 AND signature IS NULL`,
    )
    .bind(
      ...[round, address, seen?.root ?? null, seen?.entries ?? null, seen?.unjudged ?? null],
      ...[signature, slot, blockTime],
    )
    .run();
  return meta.changes > 0;
}
