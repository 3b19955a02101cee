import * as z from 'zod';
import type { Reads } from './reads.ts';

export interface WinnerTotals {
  readonly winners: number;
  /** Finally paid prizes, lamports. */
  readonly distributed: bigint;
}

/** The row of all wallets together. No address reads like this. */
const EVERYBODY = 'all';

/**
 * Drawn rounds that the totals do not know, or not as paid yet: in a running lottery one or
 * none, beside those that are held. (Left to itself SQLite begins with the winners, all of them.)
 */
const NEWS = `FROM rounds r INDEXED BY rounds_uncounted CROSS JOIN winners w
  WHERE w.round = r.round AND r.counted < 2 AND r.randomness IS NOT NULL`;
const SHARE = `r.counted = 0 AS fresh, iif(r.state = 'paid', CAST(w.lamports AS INTEGER), 0) AS paid`;

/** Totals over all rounds, or over one wallet's wins: one row. Text in and out: no float touches money. */
export async function winnerTotals(db: Reads, wallet: string | null): Promise<WinnerTotals> {
  return parseTotals(await totalsStatement(db, wallet).first());
}

/** As `winnerTotals`; as a statement, to be read in one view with others. */
export function totalsStatement(db: Reads, wallet: string | null): D1PreparedStatement {
  return db.prepare('SELECT winners, distributed FROM winner_totals WHERE address = ?').bind(wallet ?? EVERYBODY);
}

const totalsRow = z.object({ winners: z.int(), distributed: z.string().transform(BigInt) });

/** Parses the row that `totalsStatement` returned, if there was one. */
export function parseTotals(found: unknown): WinnerTotals {
  if (found === null || found === undefined) return { winners: 0, distributed: 0n };
  return totalsRow.parse(found);
}

/**
 * Adds to the totals whatever they do not know yet, each winner and each paid prize once. Meant for the batch of
 * every draw and payment. It looks at all rounds, not at the one that moved: what an older version stored meanwhile
 * is made up for. (Integers of SQLite have 64 bits: all SOL there is fits nine times.)
 */
export function countStatements(db: Reads): D1PreparedStatement[] {
  return [
    db.prepare(
      `INSERT INTO winner_totals (address, winners, distributed)
       SELECT address, sum(fresh), CAST(sum(paid) AS TEXT)
       FROM (SELECT w.address, ${SHARE} ${NEWS} UNION ALL SELECT '${EVERYBODY}', ${SHARE} ${NEWS})
       WHERE true GROUP BY address
       ON CONFLICT (address) DO UPDATE SET winners = winners + excluded.winners,
         distributed = CAST(CAST(distributed AS INTEGER) + CAST(excluded.distributed AS INTEGER) AS TEXT)`,
    ),
    db.prepare(
      `UPDATE rounds INDEXED BY rounds_uncounted SET counted = iif(state = 'paid', 2, 1)
       WHERE counted < 2 AND randomness IS NOT NULL AND counted < iif(state = 'paid', 2, 1)`,
    ),
  ];
}
