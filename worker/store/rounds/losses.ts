import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';

/** What an outflow took from every wallet, as enough nodes say, with the slot in which it landed. */
export interface Weighed {
  readonly signature: string;
  readonly slot: number;
  /** Lamports, above 0, the outflow's fee included. A wallet from which nothing was taken is left out. */
  readonly losses: readonly { readonly wallet: string; readonly lamports: bigint }[];
}

/**
 * At most this many outflows are looked up in one run. Each takes one or two calls to every node. The search for
 * outflows, in the same run, reads up to 300 transactions from each node.
 */
const AT_ONCE = 10;

const signatures = z.array(z.object({ signature: z.string() }));

/** The signatures of the newest outflows for which it is not stored yet what they took. */
export async function unweighedOutflows(db: D1Database): Promise<readonly string[]> {
  const { results } = await db
    .prepare(`SELECT signature FROM outflows WHERE slot IS NULL ORDER BY found_at DESC LIMIT ${AT_ONCE}`)
    .all();
  return signatures.parse(results).map(({ signature }) => signature);
}

/** Stores what an outflow took, once. */
export async function recordLosses(db: D1Database, { signature, slot, losses }: Weighed): Promise<void> {
  await db.batch([
    ...losses.map(({ wallet, lamports }) =>
      db
        .prepare('INSERT INTO losses (wallet, signature, lamports) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
        .bind(wallet, signature, lamports.toString()),
    ),
    db.prepare('UPDATE outflows SET slot = ? WHERE signature = ? AND slot IS NULL').bind(slot, signature),
  ]);
}

const sum = z.object({ lamports: z.string().transform(BigInt) });

/**
 * The statement for the lamports that acknowledged outflows took from a wallet, between the slot of its checkpoint and
 * `to`, both included. It runs in the batch that reads the checkpoint, so that both see the same one. An outflow that
 * came into the journal later is left out, because the journal explains it.
 */
export function acknowledgedStatement(db: D1Database, wallet: Address, to: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT CAST(coalesce(sum(CAST(lost.lamports AS INTEGER)), 0) AS TEXT) AS lamports
       FROM losses lost JOIN outflows USING (signature)
       WHERE lost.wallet = ?1 AND outflows.slot BETWEEN (SELECT slot FROM checkpoints WHERE wallet = ?1) AND ?2
         AND outflows.acknowledged_at IS NOT NULL AND signature NOT IN (SELECT signature FROM journal)`,
    )
    .bind(wallet, to);
}

/**
 * How many lamports the outflows that were found since `since` (unix milliseconds) took from a wallet. After a restore,
 * our own payments are found as outflows. A payment that is in the journal again, or has closed its round, is left out,
 * because the prizes of its round are counted by `prizesMaybePaidSince`.
 */
export async function lostSince(db: D1Database, wallet: Address, since: number): Promise<bigint> {
  const row = await db
    .prepare(
      `SELECT CAST(coalesce(sum(CAST(lost.lamports AS INTEGER)), 0) AS TEXT) AS lamports
       FROM losses lost JOIN outflows USING (signature) WHERE lost.wallet = ? AND outflows.found_at >= ?
         AND signature NOT IN (SELECT signature FROM journal)
         AND NOT EXISTS (SELECT 1 FROM rounds WHERE payout_signature = lost.signature)`,
    )
    .bind(wallet, since)
    .first();
  return sum.parse(row).lamports;
}

/** Parses what `acknowledgedStatement` returned: lamports. */
export function parseAcknowledged(results: readonly unknown[] | undefined): bigint {
  return sum.parse(results?.[0]).lamports;
}
