import * as z from 'zod';
import { type Address, address } from '../../src/token/address.ts';

const OWNER_KINDS = ['wallet', 'off-curve', 'executable', 'program-owned'] as const;
type StoredOwnerKind = (typeof OWNER_KINDS)[number];

/** Of these owners, those that were looked up before. */
export async function readKnownOwners(
  db: D1Database,
  owners: readonly Address[],
): Promise<Map<Address, StoredOwnerKind>> {
  const { results } = await db
    .prepare('SELECT address, kind FROM owners WHERE address IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(owners))
    .all();
  const rows = z.array(z.object({ address: z.string(), kind: z.enum(OWNER_KINDS) })).parse(results);
  return new Map(rows.map((row) => [address(row.address), row.kind]));
}

/** Remembers owners in one statement, however many. */
export async function writeOwners(
  db: D1Database,
  kinds: ReadonlyMap<Address, StoredOwnerKind>,
  slot: number,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO owners (address, kind, seen_slot) SELECT value ->> 0, value ->> 1, ?2 FROM json_each(?1) WHERE true
       ON CONFLICT (address) DO NOTHING`,
    )
    .bind(JSON.stringify([...kinds]), slot)
    .run();
}
