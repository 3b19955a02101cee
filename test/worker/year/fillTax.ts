import { endOf, ROUNDS } from './fillRounds.ts';

/** Tax cycles of a year: one every two minutes. */
const CYCLES = 262_800;
const SECONDS = 120;
const STEPS = 4;
const LINES = 5;
const AT_ONCE = 2_000;

/** Unix seconds; the newest cycle is under a quarter of an hour old when the newest round ends. */
export const idOf = (cycle: number) => endOf(ROUNDS) - (CYCLES - cycle) * SECONDS;

const ALPHABET = new TextEncoder().encode('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');
const SIGNATURE_CHARS = 88;
const HASH_CHARS = 44;
/** A text that compresses as little as a signature, and behind it one as a block's hash. */
function signature(): string {
  const chars = crypto
    .getRandomValues(new Uint8Array(SIGNATURE_CHARS + HASH_CHARS))
    .map((byte) => ALPHABET[byte % 58] ?? 0);
  return new TextDecoder().decode(chars);
}

/** A year of whole tax cycles, each with four transactions and five receivers. */
export async function fillTax(db: D1Database): Promise<void> {
  await db
    .prepare(`INSERT INTO distribution_versions (config_id, version, change_id, wallets, made_at, made_by)
      VALUES ('tax-distribution', 1, 'a change', '[]', 0, 'ops')`)
    .run();
  for (let from = 0; from < CYCLES; from += AT_ONCE) await fillCycles(db, from, Math.min(CYCLES, from + AT_ONCE));
  await db.batch([
    db.prepare(
      `INSERT INTO tax_days SELECT date(id, 'unixepoch'), count(*), '1', '1', '1', '1', '1', '1', '1' FROM tax_cycles GROUP BY 1`,
    ),
    db.prepare(`INSERT OR REPLACE INTO tax_totals VALUES (1, ${CYCLES}, '1', '1', '1', '1', '1', '1')`),
  ]);
}

/** The cycles from one number up to, and without, another. */
async function fillCycles(db: D1Database, from: number, to: number): Promise<void> {
  const count = to - from;
  const signatures = Array.from({ length: count * STEPS }, signature);
  const cycles = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1}),
    c(i, id) AS (SELECT i, ${idOf(from)} + i * ${SECONDS} FROM n)`;
  // Each step has the next signature of the list.
  const ofSteps = `FROM (SELECT ${idOf(from)} + key / ${STEPS} * ${SECONDS} AS id, substr(value, 1, ${SIGNATURE_CHARS}) AS signature, substr(value, ${SIGNATURE_CHARS + 1}) AS hash,
    '["harvest","withdraw","swap","distribute"]' ->> (key % ${STEPS}) AS name FROM json_each(?1))`;
  await db.batch([
    db.prepare(`${cycles} INSERT INTO tax_cycles (id, slot, state, reason, currency, config_version, withheld, in_mint, unsold, sold, proceeds,
        carried_in, fees, total, carried_out, started_at, state_since, ended_at, is_counted)
      SELECT id, 311222300, iif(i % 500 = 7, 'failed', 'done'), iif(i % 500 = 7, 'nothing-collected', NULL), 'SOL', 1, '5000000000', '0', '1000000', '5001000000', '5000000', '0', '30000',
        '4970000', '0', id * 1000, id * 1000 + 60000, id * 1000 + 60000, 1 FROM c`),
    db
      .prepare(`INSERT INTO tax_steps (cycle, name, part, status, amount, currency, signature, fee)
        SELECT id, name, 0, 'final', '5000000000', 'GOD', signature, '5000' ${ofSteps}`)
      .bind(JSON.stringify(signatures)),
    db
      .prepare(`INSERT INTO journal (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at, slot)
        SELECT 'tax:' || id || ':' || name || ':0', 0, 'finalized', '', signature, hash, 300000000, 311222333,
          id * 1000, 311222340 ${ofSteps}`)
      .bind(JSON.stringify(signatures)),
    db.prepare(`${cycles} INSERT INTO tax_lines (cycle, line, part, wallet_id, label, address, amount, basis_points, status)
      SELECT c.id, l.key, 0, 'wallet-' || l.key, 'Receiver ' || l.key, 'Receiver' || l.key || '11111111111111111111111111111111111',
        '994000', 2000, 'SUCCESS' FROM c CROSS JOIN json_each('[${Array.from({ length: LINES }, (_, i) => i)}]') l`),
  ]);
}
