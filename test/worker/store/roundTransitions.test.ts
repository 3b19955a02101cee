import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LockDocuments } from '../../../src/protocol/terms/lock.ts';
import { undeliveredAlerts } from '../../../worker/store/journal/alerts.ts';
import { startPause } from '../../../worker/store/journal/pauses.ts';
import {
  closePaid,
  closeUncommitted,
  closeUnrecorded,
  type Exit,
  releaseRound,
  shelveRound,
} from '../../../worker/store/rounds/heldRounds.ts';
import { createRoundStore, type RoundStore } from '../../../worker/store/rounds/rounds.ts';
import { readDocuments } from '../../../worker/store/views/rounds/roundDocuments.ts';
import { winnersOfRound } from '../../../worker/store/views/rounds/winners.ts';
import { wallet } from '../../domain/wallets.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, BEACON_1001, COMMITMENT, DOCUMENTS, lockOf, WINNERS_1000, WINNERS_1001 } from '../honestRound.ts';
import { FINAL, REACH, type Reached } from '../roundStates.ts';

const NOW = 1_692_806_400_000;

let db: D1Database;
let rounds: RoundStore;
beforeEach(async () => {
  db = await emptyDatabase();
  rounds = createRoundStore(db, () => NOW);
  // Alerts are also written to the log.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const rowOf = (round: number) => db.prepare('SELECT * FROM rounds WHERE round = ?').bind(round).first();

const STATES = Object.keys(REACH) as Reached[];

const TRANSITIONS: Record<string, { readonly run: () => Promise<boolean>; readonly from: readonly Reached[] }> = {
  commit: { run: () => rounds.commit(123, COMMITMENT), from: ['locked'] },
  commitmentFinal: { run: () => rounds.commitmentFinal(123, FINAL), from: ['committed'] },
  draw: { run: () => rounds.draw(123, BEACON_1000, WINNERS_1000), from: ['committed and final'] },
  payoutSeen: { run: () => rounds.payoutSeen(123, 'payout-signature', 'sent'), from: ['drawn'] },
  pay: { run: () => rounds.pay(123, 'payout-signature', 311_222_500), from: ['drawn'] },
  rollOver: { run: () => rounds.rollOver(123, 'commitment-late', 'a cause'), from: ['locked'] },
  hold: {
    run: () => rounds.hold(123, 'overdue', 'a cause'),
    from: ['locked', 'committed', 'committed and final', 'drawn'],
  },
};

describe.each(Object.entries(TRANSITIONS))('the transition %s', (_name, { run, from }) => {
  it.each(from)('works once from %s; the second call is false and changes nothing', async (state) => {
    await REACH[state](rounds);
    expect(await run()).toBe(true);
    const after = await rowOf(123);
    expect(await run()).toBe(false);
    expect(await rowOf(123)).toEqual(after);
  });

  it.each(STATES.filter((state) => !from.includes(state)))('is false from %s and changes nothing', async (state) => {
    await REACH[state](rounds);
    const everything = async () => ({
      row: await rowOf(123),
      winners: await winnersOfRound(db, 123),
      // Nobody is told of something that did not happen.
      alerts: await undeliveredAlerts(db),
    });
    const before = await everything();
    expect(await run()).toBe(false);
    expect(await everything()).toEqual(before);
  });

  it('touches no other round', async () => {
    await REACH[from[0] ?? 'absent'](rounds);
    const { memo } = lockOf(124);
    await rounds.insertLock(lockOf(124), DOCUMENTS, 'lock-2');
    await run();
    expect(await rounds.get(124)).toMatchObject({ state: 'locked', lock: { memo }, commitment: null, payout: null });
  });
});

describe('a round', () => {
  it('is held only in the state in which it was judged', async () => {
    await REACH.committed(rounds);
    expect(await rounds.hold(123, 'overdue', 'a cause', null, 'locked')).toBe(false);
    expect(await rounds.hold(123, 'overdue', 'a cause', null, 'committed')).toBe(true);
  });

  const payment = { signature: 'a payment', slot: 311_222_500, commitment: COMMITMENT, draw: null, paid: 5n };
  const exits: Record<string, (exit: Exit) => Promise<boolean>> = {
    'is released': (exit) => releaseRound(db, exit),
    'is closed as paid': (exit) => closePaid(db, exit, payment),
    'is closed without a record': (exit) => closeUnrecorded(db, exit, payment),
    'is closed as uncommitted': (exit) => closeUncommitted(db, exit, 'a cause'),
    'is shelved': (exit) => shelveRound(db, exit, null),
  };
  it.each(Object.entries(exits))('%s only while it is held for the reason that the person saw', async (_what, run) => {
    await REACH.committed(rounds);
    const exit: Exit = { ...{ round: 123, held: 'overdue', by: 'ops', reason: 'a reason' }, at: NOW };
    const unheld = await rowOf(123);
    expect([await run(exit), await rowOf(123)]).toEqual([false, unheld]);
    await rounds.hold(123, 'overdue', 'a cause');
    const held = await rowOf(123);
    expect([await run({ ...exit, held: 'payout-rejected' }), await rowOf(123)]).toEqual([false, held]);
    expect(await db.prepare('SELECT count(*) AS n FROM actions').first('n')).toBe(0);
  });
});

describe('two wakers at once', () => {
  it('draw a round once, and the winners belong to the beacon that was stored', async () => {
    await REACH['committed and final'](rounds);
    const won = await Promise.all([
      rounds.draw(123, BEACON_1000, WINNERS_1000),
      rounds.draw(123, BEACON_1001, WINNERS_1001),
      rounds.draw(123, BEACON_1000, WINNERS_1000),
    ]);
    expect(won.filter(Boolean)).toHaveLength(1);
    const stored = await rounds.get(123);
    const winners = (await winnersOfRound(db, 123)).map(({ place, address, lamports }) => ({
      place,
      address,
      lamports,
    }));
    expect(winners).toEqual(stored?.drawn?.randomness === BEACON_1000.randomness ? WINNERS_1000 : WINNERS_1001);
  });

  it('never change winners that were drawn, not even with the same beacon', async () => {
    await REACH.drawn(rounds);
    expect(await rounds.draw(123, BEACON_1000, WINNERS_1001)).toBe(false);
    expect(await rounds.draw(123, BEACON_1001, WINNERS_1001)).toBe(false);
    expect((await winnersOfRound(db, 123)).map(({ address }) => address)).toEqual([wallet(5), wallet(6), wallet(2)]);
  });

  it('never add a winner of another beacon to a place that stayed empty', async () => {
    await REACH['committed and final'](rounds);
    await rounds.draw(123, BEACON_1000, WINNERS_1000.slice(0, 2));
    expect(await rounds.draw(123, BEACON_1001, WINNERS_1001)).toBe(false);
    expect((await winnersOfRound(db, 123)).map(({ address }) => address)).toEqual([wallet(5), wallet(6)]);
  });

  it('lock a round once, and the entries stored belong to the lock that won', async () => {
    const other: LockDocuments = {
      list: DOCUMENTS.list.slice(40),
      rules: { ...DOCUMENTS.rules, terms: '7f'.repeat(32) },
    };
    for (let round = 1; round <= 10; round++) {
      const both = [DOCUMENTS, other].map((documents) => ({ documents, lock: lockOf(round, documents) }));
      if (round % 2 === 0) both.reverse();
      const won = await Promise.all(
        both.map(({ lock, documents }, i) => rounds.insertLock(lock, documents, `lock-${round}-${i}`)),
      );
      expect(won.filter(Boolean)).toHaveLength(1);
      const winner = both[won.indexOf(true)];
      expect((await rounds.get(round))?.lock).toEqual(winner?.lock);
      expect(await readDocuments(db, round)).toEqual(winner?.documents);
    }
  });

  it('cannot add to the entries of a lock that stands', async () => {
    await REACH.locked(rounds);
    const longer = { ...DOCUMENTS, list: new Uint8Array(40 * 30_000).fill(3) };
    expect(await rounds.insertLock(lockOf(123, longer), longer, 'lock-2')).toBe(false);
    expect(await readDocuments(db, 123)).toEqual(DOCUMENTS);
    const parts = await db.prepare('SELECT count(*) AS n FROM round_documents').first('n');
    expect(parts).toBe(2);
  });
});

describe('the database itself', () => {
  const refuses = async (sql: string) => {
    await expect(db.prepare(sql).run()).rejects.toThrow(/constraint/i);
  };

  it.each([
    ['paid without a final payout', "state = 'paid'"],
    ['paid with a payout that is only confirmed', "state = 'paid', payout_status = 'confirmed'"],
    ['drawn without randomness', "state = 'drawn', randomness = NULL"],
    ['committed without a commitment', "state = 'committed', commit_signature = NULL"],
    ['locked without a memo', "state = 'locked', memo = NULL"],
    ['held without a reason', "state = 'held'"],
    ['rolled over without a reason', "state = 'rolled-over'"],
    ['drawn with a reason', "reason = 'missed'"],
    ['in a state nobody knows', "state = 'won', reason = NULL"],
    ['with a payout status nobody knows', "payout_status = 'maybe'"],
    ['numbered 0', 'round = 0'],
    ['without an end', 'ends_at = NULL'],
  ])('refuses a round %s', async (_what, set) => {
    await REACH.drawn(rounds);
    await db.prepare('DELETE FROM winners').run();
    await db.prepare('DELETE FROM round_documents').run();
    await refuses(`UPDATE rounds SET ${set} WHERE round = 123`);
  });

  it('refuses a place below the first, a wallet that wins twice, and winners of no round', async () => {
    await REACH.drawn(rounds);
    await refuses("INSERT INTO winners VALUES (123, 0, 'someone', '1')");
    await db.prepare('DELETE FROM winners WHERE place = 3').run();
    await refuses(`INSERT INTO winners VALUES (123, 3, '${wallet(5)}', '1')`);
    await refuses("INSERT INTO winners VALUES (124, 1, 'someone', '1')");
  });

  it('refuses to bury a journal entry without proof, and a second entry of an attempt', async () => {
    const insert = (values: string) =>
      `INSERT INTO journal (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at)
       VALUES (${values}, 'hash', 1, 1, 1)`;
    await db.prepare(insert("'payout:1', 0, 'sent', 'bytes', 'signature'")).run();
    await refuses("UPDATE journal SET state = 'expired' WHERE key = 'payout:1'");
    await refuses("UPDATE journal SET state = 'failed' WHERE key = 'payout:1'");
    await refuses(insert("'payout:1', 0, 'sent', 'other bytes', 'other signature'"));
    await refuses(insert("'payout:2', 0, 'sent', 'bytes', 'signature'"));
    await refuses(insert("'payout:1', -1, 'sent', 'bytes', 'third signature'"));
  });

  it('refuses two pauses at a time', async () => {
    await startPause(db, 'ops', 'first', NOW);
    await refuses("INSERT INTO pauses (paused_at, paused_by, reason) VALUES (1, 'ops', 'second')");
  });
});
