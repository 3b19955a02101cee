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

/** All that is stored of an authority's announcements, in the order of their numbers. */
export async function readMade(db: Reads, authority: Address): Promise<MadeRow[]> {
  return z.array(row).parse((await madeStatement(db, authority).all()).results);
}

/** As `readMade`, with the texts of terms by their hashes, in one batch. */
export async function readMadeAndTexts(
  db: Reads,
  authority: Address,
): Promise<{ readonly made: MadeRow[]; readonly texts: ReadonlyMap<string, string> }> {
  const [made, texts] = await db.batch([
    madeStatement(db, authority),
    db.prepare("SELECT hash, body FROM terms_texts WHERE hash > ''"),
  ]);
  return {
    made: z.array(row).parse(made?.results),
    texts: new Map(textRows.parse(texts?.results).map(({ hash, body }) => [hash, body])),
  };
}

function madeStatement(db: Reads, authority: Address): D1PreparedStatement {
  return db
    .prepare('SELECT k, signature, slot, block_time, memo, signers FROM terms WHERE authority = ? ORDER BY k')
    .bind(authority);
}
