import { EVERYBODY } from '../views/rounds/winnerTotals.ts';

/**
 * The winners of drawn rounds that the totals do not contain yet, or do not contain as paid yet. They are few: those of
 * the newest round and of held rounds. Without the index and the order given here, SQLite would read all winners.
 */
const NEWS = `FROM rounds r INDEXED BY rounds_uncounted CROSS JOIN winners w
  WHERE w.round = r.round AND r.counted < 2 AND r.randomness IS NOT NULL`;
const SHARE = `r.counted = 0 AS fresh, iif(r.state = 'paid', CAST(w.lamports AS INTEGER), 0) AS paid`;

/**
 * The statements that add each winner and each paid prize to the totals, once. They belong in the batch of every draw
 * and payment. They look at all rounds, so that what one batch missed is added by a later one. SQLite's integers have
 * 64 bits, enough for more than ten times all SOL.
 */
export function countStatements(db: D1Database): D1PreparedStatement[] {
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
