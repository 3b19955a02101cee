import * as z from 'zod';
import type { Address } from '../../../../src/address/address.ts';
import type { MadeRow } from '../../../../src/terms/countTerms.ts';
import type { Reads } from '../../rows/reads.ts';

const row = z
  .object({
    k: z.int(),
    signature: z.string(),
    slot: z.int(),
    block_time: z.int(),
    memo: z.string().nullable(),
    signers: z.string().nullable(),
  })
  .transform(
    ({ block_time: blockTime, signers, ...others }): MadeRow => ({
      ...others,
      ...{ blockTime, signers: signers?.split(' ') ?? null },
    }),
  );

const textRows = z.array(z.object({ hash: z.string(), body: z.string() }));

/** All that is stored of an authority's announcements, by their numbers. */
export async function readMade(db: Reads, authority: Address): Promise<MadeRow[]> {
  const { results } = await db
    .prepare('SELECT k, signature, slot, block_time, memo, signers FROM terms WHERE authority = ? ORDER BY k')
    .bind(authority)
    .all();
  return z.array(row).parse(results);
}

/** The texts of terms by their hashes. */
export async function readTexts(db: Reads): Promise<Map<string, string>> {
  const { results } = await db.prepare("SELECT hash, body FROM terms_texts WHERE hash > ''").all();
  const rows = textRows.parse(results);
  return new Map(rows.map(({ hash, body }) => [hash, body]));
}
