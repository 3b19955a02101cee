import type { Address } from '../../../src/address/address.ts';
import type { MadeRow } from '../../../src/terms/countTerms.ts';

/** Stores what made the mark of an announcement's number. It never changes, since a mark can be made only once. */
export async function saveMade(db: D1Database, authority: Address, made: MadeRow): Promise<void> {
  await db
    .prepare(
      `INSERT INTO terms (authority, k, signature, slot, block_time, memo, signers) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (authority, k) DO NOTHING`,
    )
    .bind(authority, made.k, made.signature, made.slot, made.blockTime, made.memo, made.signers?.join(' ') ?? null)
    .run();
}

/** Stores the text of terms under its hash, which the caller has checked. */
export async function saveText(db: D1Database, hash: string, body: string): Promise<void> {
  await db
    .prepare('INSERT INTO terms_texts (hash, body) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING')
    .bind(hash, body)
    .run();
}
