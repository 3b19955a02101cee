const HOUR_MS = 3_600_000;
/** A week, and the hour under way. */
const HOURS_KEPT = 169;

/** Notes what wallets hold at `at` (unix milliseconds). The lowest balance of each hour is kept for a week. */
export async function noteBalances(
  db: D1Database,
  balances: readonly { readonly address: string; readonly lamports: bigint }[],
  at: number,
): Promise<void> {
  const hour = Math.floor(at / HOUR_MS);
  const rows = balances.map(({ address, lamports }) => ({ address, lamports: lamports.toString() }));
  await db.batch([
    db
      .prepare(
        `INSERT INTO wallet_lows (hour, address, lamports)
         SELECT ?2, value ->> 'address', value ->> 'lamports' FROM json_each(?1) WHERE true
         ON CONFLICT (hour, address) DO UPDATE SET lamports = excluded.lamports
         WHERE CAST(excluded.lamports AS INTEGER) < CAST(lamports AS INTEGER)`,
      )
      .bind(JSON.stringify(rows), hour),
    db.prepare('DELETE FROM wallet_lows WHERE hour < ?').bind(hour - HOURS_KEPT + 1),
  ]);
}
