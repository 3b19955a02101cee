import * as z from 'zod';
import type { SeenList } from '../../../../src/witness/witnessMemo.ts';
import type { Reads } from '../../rows/reads.ts';

/** What a watcher said on chain. `seen` is null when the watcher saw no list. `blockTime` is unix seconds. */
export interface SaidTestimony {
  readonly seen: SeenList | null;
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number;
}

/** A watcher of a round, with what it said. `said` is null while it has said nothing. */
export interface TestimonyRow {
  readonly round: number;
  readonly name: string;
  readonly operator: string;
  readonly address: string;
  readonly said: SaidTestimony | null;
}

const row = z.object({
  round: z.int(),
  witness: z.string(),
  name: z.string(),
  operator: z.string(),
  root: z.string().nullable(),
  entries: z.int().nullable(),
  unjudged: z.int().nullable(),
  signature: z.string().nullable(),
  slot: z.int().nullable(),
  block_time: z.int().nullable(),
});

/** The statement for the watchers of some rounds, in the order of the terms. */
export function testimoniesStatement(db: Reads, rounds: readonly number[]): D1PreparedStatement {
  return db
    .prepare(
      `SELECT round, witness, name, operator, root, entries, unjudged, signature, slot, block_time FROM testimonies
       WHERE round IN (SELECT value FROM json_each(?)) ORDER BY round, place`,
    )
    .bind(JSON.stringify(rounds));
}

/** Parses rows of `testimoniesStatement`. Throws a ZodError when a row is of another form. */
export function parseTestimonies(results: readonly unknown[] | undefined): TestimonyRow[] {
  return z
    .array(row)
    .parse(results ?? [])
    .map(({ round, witness: address, name, operator, ...said }) => ({
      ...{ round, name, operator, address },
      said: saidIn(said),
    }));
}

function saidIn(of: Omit<z.infer<typeof row>, 'round' | 'witness' | 'name' | 'operator'>): SaidTestimony | null {
  const { root, entries, unjudged, signature, slot, block_time: blockTime } = of;
  if (signature === null || slot === null || blockTime === null) return null;
  const seen = root === null || entries === null || unjudged === null ? null : { root, entries, unjudged };
  return { seen, signature, slot, blockTime };
}
