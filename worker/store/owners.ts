import * as z from 'zod';
import { type Address, address } from '../../src/address/address.ts';

/**
 * What is remembered of owners: that a key is paid like any wallet, or that no key belongs to it. Every other kind
 * may change.
 */
const REMEMBERED_KINDS = ['wallet', 'off-curve'] as const;
export type RememberedKind = (typeof REMEMBERED_KINDS)[number];

/** Of these owners, those that are remembered. */
export async function readKnownOwners(
  db: D1Database,
  owners: readonly Address[],
): Promise<Map<Address, RememberedKind>> {
  const { results } = await db
    .prepare(
      `SELECT address, kind FROM owners
       WHERE address IN (SELECT value FROM json_each(?)) AND kind IN ('wallet', 'off-curve')`,
    )
    .bind(JSON.stringify(owners))
    .all();
  const rows = z.array(z.object({ address: z.string(), kind: z.enum(REMEMBERED_KINDS) })).parse(results);
  return new Map(rows.map((row) => [address(row.address), row.kind]));
}

/** Remembers owners in one statement, however many. What an older release wrote of another kind is overwritten. */
export async function writeOwners(
  db: D1Database,
  kinds: ReadonlyMap<Address, RememberedKind>,
  slot: number,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO owners (address, kind, seen_slot) SELECT value ->> 0, value ->> 1, ?2 FROM json_each(?1) WHERE true
       ON CONFLICT (address) DO UPDATE SET kind = excluded.kind, seen_slot = excluded.seen_slot
       WHERE kind NOT IN ('wallet', 'off-curve')`,
    )
    .bind(JSON.stringify([...kinds]), slot)
    .run();
}
