import * as z from 'zod';
import type { Reads } from '../../rows/reads.ts';
import { readArchives } from '../tax/taxArchives.ts';

/** What a pool wallet held at a slot. `takenAt` is unix milliseconds. */
export interface KnownBalance {
  readonly wallet: string;
  readonly slot: number;
  readonly takenAt: number;
  readonly lamports: bigint;
}

/** The balances of one pool wallet at the beginning and at the end of a month. */
export interface MonthSpan {
  readonly opening: KnownBalance;
  readonly closing: KnownBalance;
  /** True when `closing` is the first balance of a later month: then the span does not change any more. */
  readonly isOver: boolean;
}

const balanceRow = z
  .object({ wallet: z.string(), slot: z.int(), taken_at: z.int(), lamports: z.string().transform(BigInt) })
  .transform(({ taken_at: takenAt, ...row }): KnownBalance => ({ ...row, takenAt }));
const balances = z.array(balanceRow);

/** Rows that are read to find a later balance of each pool wallet. No lottery has nearly as many pool wallets. */
const MOST_WALLETS = 50;

/** The first month with a balance or with tax; null before both. */
export async function firstMonth(db: Reads): Promise<string | null> {
  const found = await db
    .prepare(
      `SELECT min(month) AS month FROM (SELECT min(month) AS month FROM month_balances
         UNION ALL SELECT substr(min(day), 1, 7) FROM tax_days)`,
    )
    .first();
  return z.object({ month: z.string().nullable() }).parse(found).month;
}

/**
 * The spans of a month (`2026-11`), one for each pool wallet that has a balance in it. A span ends with the wallet's
 * first balance of a later month. While there is none, it ends with the newest checkpoint.
 */
export async function monthSpans(db: Reads, month: string): Promise<MonthSpan[]> {
  const columns = 'wallet, slot, taken_at, lamports';
  const [opened, closed, newest] = await db.batch([
    db.prepare(`SELECT ${columns} FROM month_balances WHERE month = ?`).bind(month),
    db
      .prepare(`SELECT ${columns} FROM month_balances WHERE month > ? ORDER BY month LIMIT ${MOST_WALLETS}`)
      .bind(month),
    db.prepare(`SELECT ${columns} FROM checkpoints WHERE wallet IS NOT NULL ORDER BY slot DESC`),
  ]);
  const [later, now] = [balances.parse(closed?.results), balances.parse(newest?.results)];
  return balances.parse(opened?.results).map((opening) => {
    const isOf = ({ wallet }: KnownBalance) => wallet === opening.wallet;
    const next = later.find(isOf);
    return { opening, closing: next ?? now.find(isOf) ?? opening, isOver: next !== undefined };
  });
}

const prizeRow = z
  .object({
    ...{ round: z.int(), place: z.int(), address: z.string(), lamports: z.string().transform(BigInt) },
    ...{ ends_at: z.int(), payout_signature: z.string().nullable() },
  })
  .transform(({ ends_at: endsAt, payout_signature: signature, ...row }) => ({ ...row, endsAt, signature }));
/** A prize that was paid. `endsAt` is unix seconds. */
export type PaidPrize = z.infer<typeof prizeRow>;

/** The prizes that a pool wallet paid within a span, in the order of their payment. */
export async function paidPrizes(db: Reads, { opening, closing }: MonthSpan): Promise<PaidPrize[]> {
  const { results } = await db
    .prepare(
      `SELECT w.round, w.place, w.address, w.lamports, r.ends_at, r.payout_signature
       FROM rounds r INDEXED BY rounds_paid_at CROSS JOIN winners w
       WHERE w.round = r.round AND r.payout_slot IS NOT NULL AND r.payout_slot > ?1 AND r.payout_slot <= ?2
         AND r.state = 'paid' AND r.wallet = ?3
       ORDER BY r.payout_slot, w.round, w.place`,
    )
    .bind(opening.slot, closing.slot, opening.wallet)
    .all();
  return z.array(prizeRow).parse(results);
}

/**
 * A transaction lands at most 150 blocks after it was signed. So many blocks may take many more slots, since a slot may
 * have no block.
 */
const LANDS_WITHIN_SLOTS = 1_000;

const sentRow = z.object({ state: z.enum(['confirmed', 'finalized', 'failed']), bytes: z.string() });
/** A transaction of the rounds that is on chain. A failed one cost its fee and moved nothing. */
type SentTransaction = z.infer<typeof sentRow>;

/**
 * The rounds' transactions that landed within a span, of all pool wallets. A failed one counts by the slot in which it
 * was signed, because the slot in which it landed is not stored. Attempts with the proof `neverLanded` are left out:
 * another attempt landed in their place.
 */
export async function roundTransactions(
  db: Reads,
  { opening, closing }: MonthSpan,
  neverLanded: string,
): Promise<SentTransaction[]> {
  const { results } = await db
    .prepare(
      `SELECT state, bytes FROM journal INDEXED BY journal_of_pool
       WHERE (key < 'tax:' OR key >= 'tax;') AND signed_slot > ?1 - ${LANDS_WITHIN_SLOTS} AND signed_slot <= ?2
         AND state IN ('confirmed', 'finalized', 'failed') AND proof IS NOT ?3
         AND coalesce(slot, signed_slot) > ?1 AND coalesce(slot, signed_slot) <= ?2`,
    )
    .bind(opening.slot, closing.slot, neverLanded)
    .all();
  return z.array(sentRow).parse(results);
}

/** Which payments of the tax are wanted: of cycles under way between the seconds `since` and `until`. */
interface PaidSpan {
  readonly since: number;
  readonly until: number;
  /**
   * Only payments that landed after slot `from`, up to slot `to`. Null: all payments of cycles that began after
   * `since`.
   */
  readonly from: number | null;
  readonly to: number | null;
}

/** The span between two balances. A payment belongs to the span in which its transaction landed. */
export const paidBetween = ({ opening, closing }: Pick<MonthSpan, 'opening' | 'closing'>): PaidSpan => ({
  ...{ since: secondOf(opening), until: secondOf(closing), from: opening.slot, to: closing.slot },
});

/** What a wallet was paid of the tax within a span, lamports. */
export interface TaxPaid {
  readonly address: string;
  /** The newest label under which it was paid. */
  readonly label: string;
  readonly lamports: bigint;
}

const paidRow = z.object({ address: z.string(), label: z.string(), lamports: z.string().transform(BigInt) });

/** SQL: cycles that may have paid within a span. The cycle that was under way when the span began is among them. */
const CYCLES_OF = `c.id >= coalesce((SELECT max(id) FROM tax_cycles WHERE id <= ?3), 0) AND c.id <= ?4 AND c.currency = 'SOL'`;

/**
 * What the tax paid in SOL within a span, by receiver. A payment whose transaction the journal has lost belongs to the
 * span in which its cycle began.
 */
export async function taxPaid(db: Reads, span: PaidSpan): Promise<TaxPaid[]> {
  const [{ results }, archived] = await Promise.all([
    db
      .prepare(
        // SQLite takes the label from the row that has the highest `c.id`.
        `SELECT l.address, l.label, max(c.id) AS newest, CAST(sum(CAST(l.amount AS INTEGER)) AS TEXT) AS lamports
         FROM tax_cycles c CROSS JOIN tax_lines l ON l.cycle = c.id
         LEFT JOIN tax_steps s ON s.cycle = l.cycle AND s.name = 'distribute' AND s.part = l.part
         LEFT JOIN journal j ON j.signature = s.signature
         WHERE ${CYCLES_OF} AND l.status = 'SUCCESS' AND coalesce(j.slot > ?1 AND j.slot <= ?2, c.id > ?3)
         GROUP BY l.address`,
      )
      .bind(span.from, span.to, span.since, span.until)
      .all(),
    archivedPaid(db, span),
  ]);
  const sums = new Map<string, TaxPaid>();
  for (const { address, label, lamports } of [...archived, ...z.array(paidRow).parse(results)])
    sums.set(address, { address, label, lamports: lamports + (sums.get(address)?.lamports ?? 0n) });
  return [...sums.values()].sort((a, b) => (a.lamports === b.lamports ? 0 : a.lamports < b.lamports ? 1 : -1));
}

/** How many archives are unpacked at once. Together they have some megabytes. */
const AT_ONCE = 20;

async function archivedPaid(db: Reads, { from, to, since, until }: PaidSpan): Promise<TaxPaid[]> {
  const { results } = await db
    .prepare(`SELECT c.id, c.archive FROM tax_cycles c WHERE c.archive IS NOT NULL AND ${CYCLES_OF} ORDER BY c.id`)
    .bind(null, null, since, until)
    .all();
  const rows = z.array(z.object({ id: z.int(), archive: z.int() })).parse(results);
  const wanted = new Set(rows.map(({ id }) => id));
  const archives = [...new Set(rows.map(({ archive }) => archive))];
  const paid: TaxPaid[] = [];
  for (let at = 0; at < archives.length; at += AT_ONCE) {
    const { lines, slots } = await readArchives(db, archives.slice(at, at + AT_ONCE));
    for (const { cycle, address, label, amount, status, signature } of lines) {
      const slot = signature === null ? undefined : slots.get(signature);
      const isWithin = slot === undefined || from === null || to === null ? cycle > since : slot > from && slot <= to;
      if (wanted.has(cycle) && status === 'SUCCESS' && isWithin) paid.push({ address, label, lamports: amount });
    }
  }
  return paid;
}

const secondOf = ({ takenAt }: KnownBalance) => Math.floor(takenAt / 1000);

/**
 * How many outflows of the span's wallet were found within it. A payment that an operator has named is an outflow of the
 * wallet of the round that it paid.
 */
export async function outflowsFound(db: Reads, { opening, closing }: MonthSpan): Promise<number> {
  const found = await db
    .prepare(
      `SELECT count(*) AS count FROM outflows o WHERE o.found_at > ?1 AND o.found_at <= ?2
         AND ?3 IN (SELECT value FROM json_each(coalesce(
           o.wallets, (SELECT json_array(r.wallet) FROM rounds r WHERE r.round = o.round))))`,
    )
    .bind(opening.takenAt, closing.takenAt, opening.wallet)
    .first();
  return z.object({ count: z.int() }).parse(found).count;
}
