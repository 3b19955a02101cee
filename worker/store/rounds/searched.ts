import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';
import { parseJson } from '../../../src/parseJson.ts';

/** How far back a node's history was searched for outflows, in one pass from its newest transaction on. */
const placeSchema = z.object({
  /** The final transaction after which the search goes on; null: a new pass begins. */
  before: z.string().nullable(),
  /** How many calls in a row got no page from there. */
  failures: z.int(),
  /** Transactions above that place about which the node gave no answer: they are asked for once more. */
  refused: z.array(z.string()),
});
export type Place = z.infer<typeof placeSchema>;

/** Places by the labels of the nodes. */
const placesSchema = z.record(z.string(), placeSchema);
export type Places = Readonly<z.infer<typeof placesSchema>>;
const searchedSchema = z.object({ nodes: z.string(), places: placesSchema });

/** A search through the history of a wallet since its checkpoint at this slot. */
export interface Search {
  readonly wallet: Address;
  readonly slot: number;
  /** A hash of the addresses of all nodes: with other nodes, nothing was searched yet. */
  readonly nodes: string;
}

/**
 * How far a search has come. A place only saves work that was done for the same checkpoint with the same nodes. It
 * stands in the database, so that a restore brings it back together with the journal that it was searched against.
 */
export async function readPlaces(db: D1Database, { wallet, slot, nodes }: Search): Promise<Places> {
  const found = await db
    .prepare('SELECT searched FROM checkpoints WHERE wallet = ? AND slot = ?')
    .bind(wallet, slot)
    .first<{ searched: unknown }>();
  const searched = searchedSchema.safeParse(parseJson(String(found?.searched))).data;
  return searched?.nodes === nodes ? searched.places : {};
}

/** Stores how far a search has come. Does nothing if the wallet has another checkpoint by now. */
export async function keepPlaces(db: D1Database, { wallet, slot, nodes }: Search, places: Places): Promise<void> {
  await db
    .prepare('UPDATE checkpoints SET searched = ? WHERE wallet = ? AND slot = ?')
    .bind(JSON.stringify({ nodes, places }), wallet, slot)
    .run();
}

const sinceRow = z.object({ since: z.int() }).nullable();

/**
 * Notes that a balance was not explained at `at`, and returns since when it is not, both in unix milliseconds. A time
 * after `at` comes from a clock that was ahead: the count then begins anew.
 */
export async function unexplainedSince(
  db: D1Database,
  { wallet, slot }: Pick<Search, 'wallet' | 'slot'>,
  at: number,
): Promise<number> {
  const noted = await db
    .prepare(
      `UPDATE checkpoints SET unexplained_since = min(coalesce(unexplained_since, ?3), ?3)
       WHERE wallet = ?1 AND slot = ?2 RETURNING unexplained_since AS since`,
    )
    .bind(wallet, slot, at)
    .first();
  // Another instance may have replaced the checkpoint a moment ago.
  return sinceRow.parse(noted)?.since ?? at;
}
