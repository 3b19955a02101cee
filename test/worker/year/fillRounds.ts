import { addressOf } from '../../../src/address/address.ts';
import { godUnits } from '../../../src/money/god.ts';
import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import { countStatements } from '../../../worker/store/rounds/countWinners.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { createCountFairness } from '../../../worker/upkeep/countFairness.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, WINNERS_1000 } from '../honestRound.ts';

/** Rounds of a year: one an hour. */
export const ROUNDS = 8_760;
/** The genesis of the tests' settings. */
const GENESIS = 1_700_000_000;
export const endOf = (round: number) => GENESIS + round * 3_600;
/** Slots of an hour, 400 ms each. */
const HOUR_SLOTS = 9_000;

/**
 * The first of 24 rounds, more than a day old, whose lists have 10,000 wallets each. Its list is the first of a block
 * of differences.
 */
export const FIRST_LARGE = 8_712;
export const LARGE_LISTS = 24;
const WALLETS = 10_000;
/** One wallet in so many has another amount than in the round before: one in twenty trades in an hour. */
const TRADES = 20;
const AT_ONCE = 500;

const NUMBERS = 'WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)';

/** A year of paid rounds: one is made as the product makes it, the others are copies of it. */
export async function fillRounds(db: D1Database): Promise<void> {
  await firstRound(db);
  for (let from = 2; from <= ROUNDS; from += AT_ONCE) await copyRounds(db, from, Math.min(ROUNDS, from + AT_ONCE - 1));
  await db.prepare(`UPDATE rounds SET packed = 1 WHERE round < ${FIRST_LARGE}`).run();
  await createCountFairness({ db, now: () => endOf(ROUNDS) * 1000 })();
  for (let i = 0; i < LARGE_LISTS; i++) await replaceList(db, FIRST_LARGE + i, listOf(i));
  await fillBesides(db);
  // As any instance of the year has done before.
  await createRoundStore(db, () => 0).firstGap(0, ROUNDS);
}

async function firstRound(db: D1Database): Promise<void> {
  const rounds = createRoundStore(db, () => endOf(1) * 1000);
  await rounds.insertLock(lockOf(1, DOCUMENTS, endOf(1)), DOCUMENTS, 'lock-1');
  await rounds.commit(1, { ...COMMITMENT, final: true });
  await rounds.draw(1, BEACON_1000, WINNERS_1000);
  await rounds.pay(1, 'payout-1', 311_222_500);
  await createCountFairness({ db, now: () => 0 })();
}

async function copyRounds(db: D1Database, from: number, to: number): Promise<void> {
  const { results } = await db.prepare(`SELECT name FROM pragma_table_info('rounds')`).all<{ name: string }>();
  const differs = ['round', 'counted', 'ends_at', 'payout_slot', 'paid_at', 'tallied', 'placed'];
  const columns = results.map(({ name }) => name).filter((name) => !differs.includes(name));
  const fill = (sql: string) => db.prepare(`${NUMBERS} ${sql}`).bind(from, to);
  const journal = (name: string, minutes: number) =>
    fill(`INSERT INTO journal (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at, slot)
      SELECT '${name}:' || n.i, 0, 'finalized', hex(randomblob(700)), hex(randomblob(44)), hex(randomblob(22)), ${HOUR_SLOTS} * n.i, 1, at, ${HOUR_SLOTS} * n.i
      FROM (SELECT i, (${GENESIS} + i * 3600 + ${minutes} * 60) * 1000 AS at FROM n) n`);
  await db.batch([
    fill(`INSERT INTO rounds (round, ends_at, payout_slot, paid_at, ${columns})
      SELECT n.i, ends_at + 3600 * (n.i - 1), payout_slot + ${HOUR_SLOTS} * n.i,
        (ends_at + 3600 * (n.i - 1)) * 1000 + 900 + abs(random() % 2000), ${columns} FROM n, rounds WHERE rounds.round = 1`),
    fill(`INSERT INTO winners (round, place, address, lamports)
      SELECT n.i, place, address, lamports FROM n, winners WHERE winners.round = 1`),
    fill(`INSERT INTO round_documents (round, kind, part, body)
      SELECT n.i, kind, part, body FROM n, round_documents d WHERE d.round = 1`),
    fill(`INSERT INTO win_positions (round, place, list_index, amount_rank)
      SELECT n.i, place, list_index, amount_rank FROM n, win_positions p WHERE p.round = 1`),
    fill(`INSERT INTO testimonies (round, witness, name, operator, place)
      SELECT n.i, w.value, 'watcher', w.value, w.key FROM n, json_each('["ann","bob","eve"]') w`),
    journal('commit', -1),
    journal('payout', 0),
    ...countStatements(db),
  ]);
}

/** The list of the `i`-th large round: the wallets of the round before, of which some have traded. */
function listOf(i: number): Uint8Array {
  const entries = Array.from({ length: WALLETS }, (_, wallet) => {
    const owner = new Uint8Array(32).fill(wallet % 251);
    new DataView(owner.buffer).setUint32(0, wallet + (wallet % 400 === i ? 1_000_000 : 0));
    const trades = Math.floor((i + (wallet % TRADES)) / TRADES);
    return { owner, amount: 100_000_000_000n + BigInt(wallet) * 1_000n + BigInt(trades) };
  });
  entries.sort((a, b) => new DataView(a.owner.buffer).getUint32(0) - new DataView(b.owner.buffer).getUint32(0));
  return protocolOf(1).joinList(
    entries.map(({ owner, amount }) => ({ owner: addressOf(owner), amount: godUnits(amount) })),
  );
}

async function replaceList(db: D1Database, round: number, list: Uint8Array): Promise<void> {
  const body = Buffer.from(list).toString('base64');
  await db.prepare(`UPDATE round_documents SET body = ? WHERE round = ? AND kind = 'list'`).bind(body, round).run();
}

/** What a year leaves in addition to its rounds. */
async function fillBesides(db: D1Database): Promise<void> {
  const fill = (to: number, sql: string) => db.prepare(`${NUMBERS} ${sql}`).bind(1, to);
  await db.batch([
    fill(
      2_000,
      `INSERT INTO alerts (key, message, raised_at, delivered_at)
      SELECT 'doubt:' || n.i, hex(randomblob(60)), ${GENESIS}000 + n.i * 15000000, 1 FROM n`,
    ),
    fill(
      50,
      `INSERT INTO pauses (paused_at, paused_by, reason, resumed_at, resumed_by)
      SELECT n.i * 1000, 'ops', 'a reason', n.i * 1000 + 5, 'ops' FROM n`,
    ),
    fill(
      10,
      `INSERT INTO outflows (signature, found_at, acknowledged_at, acknowledged_by, reason)
      SELECT hex(randomblob(44)), n.i, n.i, 'ops', 'a reason' FROM n`,
    ),
    db
      .prepare('INSERT INTO checkpoints (wallet, slot, taken_at, lamports) VALUES (?, ?, ?, ?)')
      .bind(lockOf().wallet, HOUR_SLOTS * (ROUNDS - 1), endOf(ROUNDS) * 1000 - 3_600_000, '1'),
  ]);
}
