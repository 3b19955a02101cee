import * as z from 'zod';
import type { Reads } from '../../rows/reads.ts';

export interface WinnerTotals {
  readonly winners: number;
  /** Finally paid prizes, lamports. */
  readonly distributed: bigint;
}

/** The name of the row for all wallets together. It cannot be an address. */
export const EVERYBODY = 'all';

const totalsRow = z.object({ winners: z.int(), distributed: z.string().transform(BigInt) });

/** The totals over all rounds (`wallet` null) or over one wallet's wins. One row with the stored sums is read. */
export async function winnerTotals(db: Reads, wallet: string | null): Promise<WinnerTotals> {
  return parseTotals(await totalsStatement(db, wallet).first());
}

/** The statement of `winnerTotals`, for a batch with other reads. */
export function totalsStatement(db: Reads, wallet: string | null): D1PreparedStatement {
  return db.prepare('SELECT winners, distributed FROM winner_totals WHERE address = ?').bind(wallet ?? EVERYBODY);
}

/** Parses the row that `totalsStatement` returned, if there was one. */
export function parseTotals(found: unknown): WinnerTotals {
  if (found === null || found === undefined) return { winners: 0, distributed: 0n };
  return totalsRow.parse(found);
}
