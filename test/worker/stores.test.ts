import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Address, addressOf } from '../../src/address/address.ts';
import { lamports } from '../../src/money/lamports.ts';
import type { LockDocuments } from '../../src/protocol/terms/lock.ts';
import { createAlerts } from '../../worker/engine/raiseAlerts.ts';
import { countAlertsSince, markDelivered, raiseAlert, undeliveredAlerts } from '../../worker/store/alerts.ts';
import { journaledSince, newestCheckpoint, unjournaled, writeCheckpoint } from '../../worker/store/checkpoints.ts';
import { createJournal, type Journal, type NewAttempt } from '../../worker/store/journal.ts';
import { resumeRounds } from '../../worker/store/outflows.ts';
import { readKnownOwners, writeOwners } from '../../worker/store/owners.ts';
import { isPausedAt, pausesSince, startPause } from '../../worker/store/pauses.ts';
import { readDocuments } from '../../worker/store/roundDocuments.ts';
import { createRoundStore, type RoundStore } from '../../worker/store/rounds.ts';
import { roundsPage } from '../../worker/store/roundViews.ts';
import {
  owedByHeldRounds,
  prizesSince,
  type WinnerRow,
  winnersOfRound,
  winnersPage,
} from '../../worker/store/winners.ts';
import { winnerTotals } from '../../worker/store/winnerTotals.ts';
import { neverCalled } from '../domain/neverCalled.ts';
import { wallet } from '../domain/wallets.ts';
import { emptyDatabase } from './database.ts';
import {
  BEACON_1000,
  BEACON_1001,
  COMMITMENT,
  DOCUMENTS,
  ENDS_AT,
  lockOf,
  POOL,
  WINNERS_1000,
  WINNERS_1001,
} from './honestRound.ts';

const NOW = 1_692_806_400_000;

let db: D1Database;
let rounds: RoundStore;
beforeEach(async () => {
  db = await emptyDatabase();
  rounds = createRoundStore(db, () => NOW);
  // Alerts are also said in the log, for whoever reads it.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const FINAL = { ...COMMITMENT, final: true };
const rowOf = (round: number) => db.prepare('SELECT * FROM rounds WHERE round = ?').bind(round).first();

/** Every state a round can be found in, and how it gets there. */
const PREPARE = {
  absent: async () => {},
  locked: () => rounds.insertLock(lockOf(), DOCUMENTS, 'lock-1'),
  committed: async () => {
    await PREPARE.locked();
    await rounds.commit(123, COMMITMENT);
  },
  'committed and final': async () => {
    await PREPARE.locked();
    await rounds.commit(123, FINAL);
  },
  drawn: async () => {
    await PREPARE['committed and final']();
    await rounds.draw(123, BEACON_1000, WINNERS_1000);
  },
  paid: async () => {
    await PREPARE.drawn();
    await rounds.pay(123, 'payout-signature', 311_222_500);
  },
  'rolled over': async () => {
    await PREPARE.locked();
    await rounds.rollOver(123, 'commitment-late');
  },
  held: async () => {
    await PREPARE.committed();
    await rounds.hold(123, 'overdue');
  },
} satisfies Record<string, () => Promise<unknown>>;
type Prepared = keyof typeof PREPARE;
const STATES = Object.keys(PREPARE) as Prepared[];

const TRANSITIONS: Record<string, { readonly run: () => Promise<boolean>; readonly from: readonly Prepared[] }> = {
  commit: { run: () => rounds.commit(123, COMMITMENT), from: ['locked'] },
  commitmentFinal: { run: () => rounds.commitmentFinal(123, FINAL), from: ['committed'] },
  draw: { run: () => rounds.draw(123, BEACON_1000, WINNERS_1000), from: ['committed and final'] },
  payoutSeen: { run: () => rounds.payoutSeen(123, 'payout-signature', 'sent'), from: ['drawn'] },
  pay: { run: () => rounds.pay(123, 'payout-signature', 311_222_500), from: ['drawn'] },
  rollOver: { run: () => rounds.rollOver(123, 'commitment-late'), from: ['locked'] },
  hold: { run: () => rounds.hold(123, 'overdue'), from: ['locked', 'committed', 'committed and final', 'drawn'] },
};

describe.each(Object.entries(TRANSITIONS))('the transition %s', (_name, { run, from }) => {
  it.each(from)('works once from %s; the second call is false and changes nothing', async (state) => {
    await PREPARE[state]();
    expect(await run()).toBe(true);
    const after = await rowOf(123);
    expect(await run()).toBe(false);
    expect(await rowOf(123)).toEqual(after);
  });

  it.each(STATES.filter((state) => !from.includes(state)))('is false from %s and changes nothing', async (state) => {
    await PREPARE[state]();
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
    await PREPARE[from[0] ?? 'absent']();
    const { memo } = lockOf(124);
    await rounds.insertLock(lockOf(124), DOCUMENTS, 'lock-2');
    await run();
    expect(await rounds.get(124)).toMatchObject({ state: 'locked', lock: { memo }, commitment: null, payout: null });
  });
});

describe('a round on its way', () => {
  it('comes back from D1 as it was locked', async () => {
    expect(await rounds.insertLock(lockOf(), DOCUMENTS, 'lock-1')).toBe(true);
    expect(await rounds.get(123)).toEqual({
      ...{ round: 123, endsAt: ENDS_AT, state: 'locked', reason: null, lock: lockOf() },
      ...{ commitment: null, drawn: null, payout: null },
    });
    expect(await readDocuments(db, 123)).toEqual(DOCUMENTS);
  });

  it('gathers commitment, beacon, winners and payout, and keeps its lock to the end', async () => {
    await PREPARE.committed();
    expect(await rounds.get(123)).toMatchObject({ state: 'committed', commitment: COMMITMENT });
    await rounds.commitmentFinal(123, { ...FINAL, signature: 'earlier', slot: 311_222_399, blockTime: ENDS_AT - 31 });
    await rounds.draw(123, BEACON_1000, WINNERS_1000);
    await rounds.payoutSeen(123, 'first-payout', 'sent');
    expect((await rounds.get(123))?.payout).toEqual({ signature: 'first-payout', slot: null, status: 'sent' });
    expect(await rounds.payoutSeen(123, 'first-payout', 'confirmed')).toBe(true);
    expect(await rounds.payoutSeen(123, 'second-payout', 'confirmed')).toBe(true);
    await rounds.pay(123, 'second-payout', 311_222_500);
    expect(await rounds.get(123)).toEqual({
      ...{ round: 123, endsAt: ENDS_AT, state: 'paid', reason: null, lock: lockOf() },
      commitment: { signature: 'earlier', slot: 311_222_399, blockTime: ENDS_AT - 31, final: true },
      drawn: BEACON_1000,
      payout: { signature: 'second-payout', slot: 311_222_500, status: 'final' },
    });
  });

  it('keeps the reason it was rolled over or held for', async () => {
    await PREPARE['rolled over']();
    expect(await rounds.get(123)).toMatchObject({ state: 'rolled-over', reason: 'commitment-late', lock: lockOf() });
    await rounds.insertLock(lockOf(124), DOCUMENTS, 'lock-2');
    await rounds.hold(124, 'foreign-commitment');
    expect(await rounds.get(124)).toMatchObject({ state: 'held', reason: 'foreign-commitment' });
  });

  it('tells a person once that it is held, and why', async () => {
    await PREPARE.held();
    await rounds.hold(123, 'payout-rejected');
    expect(await undeliveredAlerts(db)).toEqual([
      {
        key: 'held:123',
        message:
          'Round 123 is held (overdue). The payment is overdue by more than a day of rounds. The prizes are owed.',
        raisedAt: NOW,
      },
    ]);
  });

  it('is unknown before it is stored', async () => {
    expect(await rounds.get(123)).toBeNull();
    expect(await readDocuments(db, 123)).toBeNull();
    expect(await winnersOfRound(db, 123)).toEqual([]);
  });
});

describe('two wakers at once', () => {
  it('draw a round once, and the winners belong to the beacon that was stored', async () => {
    await PREPARE['committed and final']();
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
    await PREPARE.drawn();
    expect(await rounds.draw(123, BEACON_1000, WINNERS_1001)).toBe(false);
    expect(await rounds.draw(123, BEACON_1001, WINNERS_1001)).toBe(false);
    expect((await winnersOfRound(db, 123)).map(({ address }) => address)).toEqual([wallet(2), wallet(3), wallet(6)]);
  });

  it('never add a winner of another beacon to a place that stayed empty', async () => {
    await PREPARE['committed and final']();
    await rounds.draw(123, BEACON_1000, WINNERS_1000.slice(0, 2));
    expect(await rounds.draw(123, BEACON_1001, WINNERS_1001)).toBe(false);
    expect((await winnersOfRound(db, 123)).map(({ address }) => address)).toEqual([wallet(2), wallet(3)]);
  });

  it('lock a round once, and the entries stored belong to the lock that won', async () => {
    const other: LockDocuments = {
      leaves: DOCUMENTS.leaves.slice(40),
      rules: { ...DOCUMENTS.rules, top: 6 },
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
    await PREPARE.locked();
    const longer = { ...DOCUMENTS, leaves: new Uint8Array(40 * 30_000).fill(3) };
    expect(await rounds.insertLock(lockOf(123, longer), longer, 'lock-2')).toBe(false);
    expect(await readDocuments(db, 123)).toEqual(DOCUMENTS);
    const parts = await db.prepare('SELECT count(*) AS n FROM round_documents').first('n');
    expect(parts).toBe(2);
  });
});

describe('long lists', () => {
  it('of 60,000 entries and 20,000 exclusions are stored in parts below a row limit and come back equal', async () => {
    const leaves = new Uint8Array(60_000 * 40);
    for (let at = 0; at < leaves.length; at += 65_536) crypto.getRandomValues(leaves.subarray(at, at + 65_536));
    const excluded = Array.from({ length: 20_000 }, (_, i) => [wallet(8), String(i), 'märket-maker'] as const);
    const documents: LockDocuments = { leaves, rules: { ...DOCUMENTS.rules, excluded } };
    expect(await rounds.insertLock({ ...lockOf(), entries: 60_000 }, documents, 'lock-1')).toBe(true);

    const { results } = await db
      .prepare(
        'SELECT kind, count(*) AS parts, max(length(CAST(body AS BLOB))) AS largest FROM round_documents GROUP BY kind',
      )
      .all<{ kind: string; parts: number; largest: number }>();
    // 2,400,000 bytes are 3,200,000 letters of base64.
    expect(results.find(({ kind }) => kind === 'leaves')?.parts).toBeGreaterThan(1);
    for (const { parts, largest } of results) {
      expect(parts).toBeGreaterThan(1);
      expect(largest).toBeLessThan(2_000_000);
    }

    const stored = await readDocuments(db, 123);
    expect(Buffer.compare(stored?.leaves ?? new Uint8Array(), leaves)).toBe(0);
    expect(stored?.rules).toEqual(documents.rules);
  });

  it('may be empty', async () => {
    const none = { leaves: new Uint8Array(), rules: { ...DOCUMENTS.rules, excluded: [] } };
    await rounds.insertLock(lockOf(123, none), none, 'lock-1');
    expect(await readDocuments(db, 123)).toEqual(none);
  });
});

describe('rounds without a lock', () => {
  const missed = (round: number) =>
    ({ round, endsAt: ENDS_AT + (round - 123) * 3_600, state: 'rolled-over', reason: 'missed' }) as const;

  it('are stored many at a time, with their reasons', async () => {
    const many = Array.from({ length: 500 }, (_, i) => missed(i + 1));
    await rounds.insertUnlocked([...many, { ...missed(501), state: 'held', reason: 'payout-without-record' }]);
    expect(await rounds.newest()).toBe(501);
    expect(await rounds.get(77)).toEqual({
      ...{ round: 77, endsAt: ENDS_AT - 46 * 3_600, state: 'rolled-over', reason: 'missed' },
      ...{ lock: null, commitment: null, drawn: null, payout: null },
    });
    expect(await rounds.get(501)).toMatchObject({ state: 'held', reason: 'payout-without-record' });
  });

  it('never replace a row that is there', async () => {
    await PREPARE.committed();
    const before = await rowOf(123);
    await rounds.insertUnlocked([missed(122), missed(123), missed(124)]);
    expect(await rowOf(123)).toEqual(before);
    expect((await roundsPage(db, 200, 10)).records.map(({ round, state }) => [round, state])).toEqual([
      [124, 'rolled-over'],
      [123, 'committed'],
      [122, 'rolled-over'],
    ]);
  });

  it('tell a person of those that are held, and of no others', async () => {
    await rounds.insertUnlocked([
      missed(1),
      { ...missed(2), state: 'held', reason: 'payout-without-record' },
      missed(3),
    ]);
    expect((await undeliveredAlerts(db)).map(({ key }) => key)).toEqual(['held:2']);
  });

  it('tell nobody of a round that was there already and is not held', async () => {
    await PREPARE.paid();
    await rounds.insertUnlocked([{ ...missed(123), state: 'held', reason: 'payout-without-record' }]);
    expect(await rounds.get(123)).toMatchObject({ state: 'paid' });
    expect(await undeliveredAlerts(db)).toEqual([]);
  });

  it('keep a lock from being stored in their place', async () => {
    await rounds.insertUnlocked([missed(123)]);
    expect(await rounds.insertLock(lockOf(), DOCUMENTS, 'lock-1')).toBe(false);
    expect(await readDocuments(db, 123)).toBeNull();
    expect(await rounds.get(123)).toMatchObject({ state: 'rolled-over', lock: null });
  });
});

describe('lists of rounds', () => {
  it('go from the newest down, from a given round on, at most so many', async () => {
    for (const round of [3, 1, 4, 2, 6]) await rounds.insertLock(lockOf(round), DOCUMENTS, `lock-${round}`);
    const page = async (from: number, limit: number) =>
      (await roundsPage(db, from, limit)).records.map(({ round }) => round);
    expect(await page(Number.MAX_SAFE_INTEGER, 10)).toEqual([6, 4, 3, 2, 1]);
    expect(await page(5, 2)).toEqual([4, 3]);
    expect(await page(4, 2)).toEqual([4, 3]);
    expect(await page(2, 10)).toEqual([2, 1]);
    expect(await page(0, 10)).toEqual([]);
  });

  it('know the newest round, and 0 when there is none', async () => {
    expect(await rounds.newest()).toBe(0);
    for (const round of [3, 9, 5]) await rounds.insertLock(lockOf(round), DOCUMENTS, `lock-${round}`);
    expect(await rounds.newest()).toBe(9);
  });

  it('know the slot of the newest final payment, and 0 before the first', async () => {
    expect(await rounds.newestPayoutSlot()).toBe(0);
    for (const [round, slot] of [
      [1, 500],
      [2, 400],
    ] as const) {
      await rounds.insertLock(lockOf(round), DOCUMENTS, `lock-${round}`);
      await rounds.commit(round, FINAL);
      await rounds.draw(round, BEACON_1000, WINNERS_1000);
      await rounds.pay(round, `payout-${round}`, slot);
    }
    await rounds.insertLock(lockOf(3), DOCUMENTS, 'lock-3');
    expect(await rounds.newestPayoutSlot()).toBe(500);
  });

  it('have the oldest round that wants work in flight; held, paid and rolled over rounds want none', async () => {
    expect(await rounds.inFlight()).toBeNull();
    for (const round of [1, 2, 3, 4, 5]) await rounds.insertLock(lockOf(round), DOCUMENTS, `lock-${round}`);
    await rounds.hold(1, 'overdue');
    await rounds.rollOver(2, 'commitment-late');
    expect((await rounds.inFlight())?.round).toBe(3);
    await rounds.commit(3, FINAL);
    expect((await rounds.inFlight())?.round).toBe(3);
    await rounds.draw(3, BEACON_1000, WINNERS_1000);
    expect((await rounds.inFlight())?.round).toBe(3);
    await rounds.pay(3, 'payout-signature', 1);
    expect((await rounds.inFlight())?.round).toBe(4);
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
    await PREPARE.drawn();
    await db.prepare('DELETE FROM winners').run();
    await db.prepare('DELETE FROM round_documents').run();
    await refuses(`UPDATE rounds SET ${set} WHERE round = 123`);
  });

  it('refuses a fourth place, a wallet that wins twice, and winners of no round', async () => {
    await PREPARE.drawn();
    await refuses("INSERT INTO winners VALUES (123, 4, 'someone', '1')");
    await refuses("INSERT INTO winners VALUES (123, 0, 'someone', '1')");
    await db.prepare('DELETE FROM winners WHERE place = 3').run();
    await refuses(`INSERT INTO winners VALUES (123, 3, '${wallet(2)}', '1')`);
    await refuses("INSERT INTO winners VALUES (124, 1, 'someone', '1')");
  });

  it('refuses to bury a journal entry without proof, and a second entry of an attempt', async () => {
    const insert = (values: string) =>
      `INSERT INTO journal (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at, updated_at)
       VALUES (${values}, 'hash', 1, 1, 1, 1)`;
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

describe('the journal', () => {
  let journal: Journal;
  beforeEach(() => {
    journal = createJournal(db, () => NOW);
  });
  const attempt = (number: number, text = `${number}`): NewAttempt => ({
    ...{ key: 'payout:123', attempt: number, bytes: `bytes ${text}`, signature: `signature ${text}` },
    ...{ blockhash: 'blockhash', lastValidBlockHeight: 1_000, signedSlot: 900 },
  });
  const states = async () => (await journal.attempts('payout:123')).map(({ attempt, state }) => [attempt, state]);

  it('reads back what it wrote', async () => {
    expect(await journal.attempts('payout:123')).toEqual([]);
    const row = await journal.write(attempt(0));
    expect(row).toEqual({ ...attempt(0), state: 'sent', slot: null, proof: null });
    expect(await journal.attempts('payout:123')).toEqual([row]);
    expect(await journal.attempts('payout:1')).toEqual([]);
  });

  it('answers a second writer of an attempt with the bytes of the first', async () => {
    await journal.write(attempt(0, 'first'));
    expect(await journal.write(attempt(0, 'second'))).toMatchObject({
      bytes: 'bytes first',
      signature: 'signature first',
    });
    expect(await states()).toEqual([[0, 'sent']]);
  });

  it('gives writers at the same moment one and the same row', async () => {
    const rows = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((text) => journal.write(attempt(0, text))));
    expect(new Set(rows.map(({ bytes }) => bytes)).size).toBe(1);
    expect(await states()).toEqual([[0, 'sent']]);
  });

  it.each(['sent', 'confirmed', 'finalized'] as const)('refuses attempt 1 while attempt 0 is %s', async (state) => {
    const first = await journal.write(attempt(0));
    if (state !== 'sent') await journal.see(first, state, 5);
    expect(await journal.write(attempt(1))).toMatchObject({ attempt: 0, bytes: 'bytes 0' });
    expect(await states()).toEqual([[0, state]]);
  });

  it.each(['failed', 'expired'] as const)('allows attempt 1 once attempt 0 is %s', async (state) => {
    const first = await journal.write(attempt(0));
    await journal.bury(first, state, 'proof');
    expect(await journal.write(attempt(1))).toMatchObject({ attempt: 1, bytes: 'bytes 1', state: 'sent' });
    expect(await states()).toEqual([
      [0, state],
      [1, 'sent'],
    ]);
  });

  it('lets no attempt be skipped, and none of another intention stand in', async () => {
    const other = await journal.write({ ...attempt(0, 'other'), key: 'payout:122' });
    await journal.bury(other, 'expired', 'proof');
    await expect(journal.write(attempt(1))).rejects.toThrow('payout:123');
    const first = await journal.write(attempt(0));
    await journal.bury(first, 'expired', 'proof');
    expect(await journal.write(attempt(2))).toMatchObject({ attempt: 0 });
    expect(await states()).toEqual([[0, 'expired']]);
  });

  it('keeps the proof of a death, with the slot it was last seen at', async () => {
    const row = await journal.write(attempt(0));
    await journal.see(row, 'confirmed', 77);
    await journal.bury(row, 'failed', '{"InstructionError":[3,"Custom"]}');
    expect((await journal.attempts('payout:123'))[0]).toMatchObject({
      ...{ state: 'failed', slot: 77, proof: '{"InstructionError":[3,"Custom"]}' },
    });
  });

  it('follows a fork back and forth, until the end is final', async () => {
    const row = await journal.write(attempt(0));
    await journal.see(row, 'confirmed', 77);
    await journal.see(row, 'confirmed', 78);
    expect((await journal.attempts('payout:123'))[0]).toMatchObject({ state: 'confirmed', slot: 78 });
    await journal.see(row, 'finalized', 79);
    expect((await journal.attempts('payout:123'))[0]).toMatchObject({ state: 'finalized', slot: 79 });
  });

  it('never takes a final entry back, nor buries it', async () => {
    const row = await journal.write(attempt(0));
    await journal.see(row, 'finalized', 79);
    await journal.see(row, 'confirmed', 80);
    await journal.bury(row, 'expired', 'proof');
    await journal.bury(row, 'failed', 'proof');
    expect((await journal.attempts('payout:123'))[0]).toMatchObject({ state: 'finalized', slot: 79, proof: null });
  });

  it('never wakes the dead, nor changes what they died of', async () => {
    const row = await journal.write(attempt(0));
    await journal.bury(row, 'expired', 'first proof');
    await journal.see(row, 'confirmed', 80);
    await journal.see(row, 'finalized', 80);
    await journal.bury(row, 'failed', 'second proof');
    expect((await journal.attempts('payout:123'))[0]).toMatchObject({
      state: 'expired',
      slot: null,
      proof: 'first proof',
    });
  });

  it('touches one attempt of one intention only', async () => {
    const [row] = await Promise.all([
      journal.write(attempt(0)),
      journal.write({ ...attempt(0, 'x'), key: 'payout:124' }),
    ]);
    await journal.bury(row, 'expired', 'proof');
    await journal.write(attempt(1));
    await journal.see(row, 'finalized', 1);
    expect(await states()).toEqual([
      [0, 'expired'],
      [1, 'sent'],
    ]);
    expect((await journal.attempts('payout:124'))[0]).toMatchObject({ state: 'sent' });
  });

  it('knows a signature under one meaning only', async () => {
    await journal.write(attempt(0));
    await expect(journal.write({ ...attempt(0), key: 'payout:124' })).rejects.toThrow('payout:124');
    expect(await journal.attempts('payout:124')).toEqual([]);
  });
});

describe('winners', () => {
  /** 25 rounds, each with two winners of its own and one who wins them all, paid up to round 23. */
  const fill = async () => {
    for (let round = 1; round <= 25; round++) {
      await rounds.insertLock(lockOf(round), DOCUMENTS, `lock-${round}`);
      await rounds.commit(round, FINAL);
      await rounds.draw(round, BEACON_1000, [
        { place: 1, address: addressOf(new Uint8Array(32).fill(round)), lamports: lamports(1_000n) },
        { place: 2, address: addressOf(new Uint8Array(32).fill(100 + round)), lamports: lamports(200n) },
        { place: 3, address: wallet(255), lamports: lamports(30n) },
      ]);
      if (round <= 23) await rounds.pay(round, `payout-${round}`, round);
    }
  };
  const ids = (rows: readonly WinnerRow[]) => rows.map(({ round, place }) => `${round}-${place}`);
  const walk = async (limit: number, wanted: Address | null) => {
    const seen: string[] = [];
    let after: WinnerRow | null = null;
    // A page that repeats itself would never end.
    for (let pages = 0; pages < 100; pages++) {
      const page: WinnerRow[] = await winnersPage(db, { limit, after, address: wanted });
      seen.push(...ids(page));
      if (page.length < limit) break;
      after = page.at(-1) ?? null;
    }
    return seen;
  };

  it('are paged newest round first and by place, without a gap or a repeat, whatever the page size', async () => {
    await fill();
    const all = Array.from({ length: 25 }, (_, i) => 25 - i).flatMap((round) =>
      [1, 2, 3].map((place) => `${round}-${place}`),
    );
    for (const limit of [1, 4, 7, 75, 100]) expect(await walk(limit, null)).toEqual(all);
    const ofOne = Array.from({ length: 25 }, (_, i) => `${25 - i}-3`);
    for (const limit of [2, 10]) expect(await walk(limit, wallet(255))).toEqual(ofOne);
    expect(await walk(10, POOL)).toEqual([]);
  });

  it('carry what their round knows of the payment', async () => {
    await fill();
    const [drawn] = await winnersOfRound(db, 25);
    expect(drawn).toEqual({
      ...{ round: 25, place: 1, address: addressOf(new Uint8Array(32).fill(25)), lamports: 1_000n },
      ...{ endsAt: ENDS_AT, signature: null, status: 'drawn' },
    });
    expect((await winnersOfRound(db, 23))[0]).toMatchObject({ signature: 'payout-23', status: 'final' });
    expect(ids((await roundsPage(db, 3, 2)).winners)).toEqual(['3-1', '3-2', '3-3', '2-1', '2-2', '2-3']);
  });

  it('are counted when drawn, and their prizes summed when paid', async () => {
    expect(await winnerTotals(db, null)).toEqual({ winners: 0, distributed: 0n });
    await fill();
    expect(await winnerTotals(db, null)).toEqual({ winners: 75, distributed: 23n * 1_230n });
    expect(await winnerTotals(db, wallet(255))).toEqual({ winners: 25, distributed: 23n * 30n });
    expect(await winnerTotals(db, POOL)).toEqual({ winners: 0, distributed: 0n });
  });

  it('are summed exactly beyond 2^53', async () => {
    // 2^53 + 1 is the first integer a JS number cannot hold.
    const odd = lamports(9_007_199_254_740_993n);
    const winners = [
      { place: 1 as const, address: wallet(1), lamports: odd },
      { place: 2 as const, address: wallet(2), lamports: lamports(1n) },
    ];
    for (const round of [1, 2, 3]) {
      const lock = { ...lockOf(round), total: odd, pool: lamports(18_446_744_073_709_551_615n) };
      await rounds.insertLock(lock, DOCUMENTS, `lock-${round}`);
      expect((await rounds.get(round))?.lock).toMatchObject({ total: odd, pool: 18_446_744_073_709_551_615n });
      await rounds.commit(round, FINAL);
      await rounds.draw(round, BEACON_1000, winners);
      await rounds.pay(round, `payout-${round}`, round);
    }
    expect((await winnersOfRound(db, 2))[0]?.lamports).toBe(odd);
    expect(await winnerTotals(db, null)).toEqual({ winners: 6, distributed: 27_021_597_764_222_982n });
    expect(await winnerTotals(db, wallet(1))).toEqual({ winners: 3, distributed: 27_021_597_764_222_979n });
    expect(await prizesSince(db, ENDS_AT - 1)).toBe(27_021_597_764_222_979n);
    for (const round of [4, 5, 6]) {
      await rounds.insertLock({ ...lockOf(round), total: odd }, DOCUMENTS, `lock-${round}`);
      await rounds.commit(round, COMMITMENT);
      await rounds.hold(round, 'overdue');
    }
    expect(await owedByHeldRounds(db)).toBe(27_021_597_764_222_979n);
  });

  it('count towards the daily cap from the lock on, unless their round was rolled over or is a day old', async () => {
    const at = (round: number) => ENDS_AT + (round - 123) * 3_600;
    for (const round of [123, 124, 125, 126]) {
      await rounds.insertLock(lockOf(round, DOCUMENTS, at(round)), DOCUMENTS, `lock-${round}`);
    }
    await rounds.rollOver(126, 'commitment-late');
    await rounds.insertUnlocked([{ round: 127, endsAt: at(127), state: 'rolled-over', reason: 'missed' }]);
    const { total } = lockOf();
    expect(await prizesSince(db, at(122))).toBe(3n * total);
    expect(await prizesSince(db, at(123))).toBe(2n * total);
    expect(await prizesSince(db, at(125))).toBe(0n);
  });

  it('are still owed by held rounds that were committed, and by no others', async () => {
    expect(await owedByHeldRounds(db)).toBe(0n);
    for (const round of [1, 2, 3, 4]) await rounds.insertLock(lockOf(round), DOCUMENTS, `lock-${round}`);
    await rounds.hold(1, 'foreign-commitment');
    await rounds.commit(2, FINAL);
    await rounds.hold(2, 'overdue');
    await rounds.commit(3, FINAL);
    await rounds.rollOver(4, 'commitment-late');
    expect(await owedByHeldRounds(db)).toBe(2_469_135_780n);
  });

  it('are not owed by a round that the chain says was paid', async () => {
    for (const [round, reason] of [
      [1, 'guard-without-journal'],
      [2, 'payout-without-record'],
    ] as const) {
      await rounds.insertLock(lockOf(round), DOCUMENTS, `lock-${round}`);
      await rounds.commit(round, FINAL);
      await rounds.hold(round, reason);
    }
    expect(await owedByHeldRounds(db)).toBe(0n);
  });
});

describe('owners', () => {
  it('are remembered in one statement, however many, and read back', async () => {
    const kinds = ['wallet', 'off-curve'] as const;
    const seen = new Map(
      Array.from({ length: 5_000 }, (_, i) => {
        const bytes = new Uint8Array(32).fill(1);
        new DataView(bytes.buffer).setUint32(0, i);
        return [addressOf(bytes), kinds[i % 2] ?? 'wallet'] as const;
      }),
    );
    await writeOwners(db, seen, 900);
    expect(await readKnownOwners(db, [...seen.keys()])).toEqual(seen);
  });

  it('are read back for those who are asked about', async () => {
    await writeOwners(
      db,
      new Map([
        [wallet(1), 'wallet'],
        [wallet(2), 'off-curve'],
      ]),
      900,
    );
    expect([...(await readKnownOwners(db, [wallet(2), wallet(3)]))]).toEqual([[wallet(2), 'off-curve']]);
    expect(await readKnownOwners(db, [])).toEqual(new Map());
  });

  it('keep what was seen first', async () => {
    await writeOwners(db, new Map([[wallet(1), 'off-curve']]), 900);
    await writeOwners(
      db,
      new Map([
        [wallet(1), 'wallet'],
        [wallet(2), 'off-curve'],
      ]),
      901,
    );
    expect([...(await readKnownOwners(db, [wallet(1), wallet(2)]))].sort()).toEqual([
      [wallet(1), 'off-curve'],
      [wallet(2), 'off-curve'],
    ]);
  });

  it('may be none at all', async () => {
    await writeOwners(db, new Map(), 900);
    expect(await readKnownOwners(db, [wallet(1)])).toEqual(new Map());
  });
});

describe('pauses', () => {
  const endPause = (from: D1Database, by: string, at: number) =>
    resumeRounds(from, { by, reason: 'done', acknowledge: [], at });

  it('happen one at a time: the first one stands until it is ended', async () => {
    await startPause(db, 'ops', 'upgrade', NOW);
    await startPause(db, 'other', 'me too', NOW + 5);
    expect(await pausesSince(db, 0)).toEqual([{ pausedAt: NOW, resumedAt: null, reason: 'upgrade' }]);
    await endPause(db, 'other', NOW + 10);
    await endPause(db, 'other', NOW + 20);
    await startPause(db, 'ops', 'again', NOW + 30);
    expect(await pausesSince(db, 0)).toEqual([
      { pausedAt: NOW, resumedAt: NOW + 10, reason: 'upgrade' },
      { pausedAt: NOW + 30, resumedAt: null, reason: 'again' },
    ]);
    const { results } = await db.prepare('SELECT paused_by, resumed_by FROM pauses ORDER BY id').all();
    expect(results).toEqual([
      { paused_by: 'ops', resumed_by: 'other' },
      { paused_by: 'ops', resumed_by: null },
    ]);
  });

  it('are asked for from a moment on, the running one always', async () => {
    await startPause(db, 'ops', 'first', NOW);
    await endPause(db, 'ops', NOW + 10);
    await startPause(db, 'ops', 'second', NOW + 20);
    expect((await pausesSince(db, NOW + 9)).map(({ reason }) => reason)).toEqual(['first', 'second']);
    expect((await pausesSince(db, NOW + 10)).map(({ reason }) => reason)).toEqual(['second']);
    expect((await pausesSince(db, NOW + 1_000_000)).map(({ reason }) => reason)).toEqual(['second']);
  });

  it('cover the moment they begin and not the one they end', () => {
    const pauses = [{ pausedAt: 100, resumedAt: 200, reason: '' }];
    expect([99, 100, 199, 200].map((at) => isPausedAt(pauses, at))).toEqual([false, true, true, false]);
    expect(isPausedAt([{ pausedAt: 100, resumedAt: null, reason: '' }], 1e15)).toBe(true);
    expect(isPausedAt([], 100)).toBe(false);
  });
});

describe('alerts', () => {
  const alert = { key: 'held:123', message: 'Round 123 is held.', raisedAt: NOW };

  it('are raised once per key', async () => {
    expect(await raiseAlert(db, alert)).toBe(true);
    expect(await raiseAlert(db, { ...alert, message: 'again' })).toBe(false);
    expect(await raiseAlert(db, { ...alert, key: 'late:123' })).toBe(true);
    expect(await undeliveredAlerts(db)).toEqual([alert, { ...alert, key: 'late:123' }]);
  });

  it('are counted from a moment on, delivered or not', async () => {
    await raiseAlert(db, alert);
    await raiseAlert(db, { ...alert, key: 'late:123', raisedAt: NOW + 10 });
    await markDelivered(db, alert.key, NOW + 1);
    expect(await undeliveredAlerts(db)).toHaveLength(1);
    expect(await countAlertsSince(db, NOW - 1)).toBe(2);
    expect(await countAlertsSince(db, NOW)).toBe(1);
    expect(await countAlertsSince(db, NOW + 10)).toBe(0);
  });

  const webhook = (answer: () => Response) => {
    const posted: unknown[] = [];
    const alerts = createAlerts({
      ...{ db, webhookUrl: 'https://hooks.test/canary', now: () => NOW },
      fetch: async (_url, init) => {
        posted.push(JSON.parse(String(init?.body)));
        return answer();
      },
    });
    return { posted, alerts };
  };

  it('are posted to the webhook once it takes them, oldest first, and never again', async () => {
    await raiseAlert(db, { ...alert, key: 'late:124', message: 'Round 124 is late.', raisedAt: NOW + 1 });
    await raiseAlert(db, alert);
    const { posted, alerts } = webhook(() => new Response('ok'));
    await alerts.deliver();
    await alerts.deliver();
    expect(posted).toMatchObject([
      { key: 'held:123', text: 'Game of Draws: Round 123 is held.', raisedAt: '2023-08-23T16:00:00.000Z' },
      { key: 'late:124', text: 'Game of Draws: Round 124 is late.' },
    ]);
  });

  it.each([
    ['answers 500', () => new Response('', { status: 500 })],
    [
      'cannot be reached',
      () => {
        throw new TypeError('network');
      },
    ],
  ])('wait while the webhook %s', async (_what, answer) => {
    await raiseAlert(db, alert);
    const { posted, alerts } = webhook(answer);
    await alerts.deliver();
    expect(posted).toHaveLength(1);
    expect(await undeliveredAlerts(db)).toEqual([alert]);
  });

  it('that are refused keep no other one back', async () => {
    for (const key of ['first', 'second', 'third']) await raiseAlert(db, { ...alert, key });
    let answers = 0;
    const { posted, alerts } = webhook(() => new Response('', { status: ++answers === 2 ? 400 : 200 }));
    await alerts.deliver();
    expect(posted).toHaveLength(3);
    expect((await undeliveredAlerts(db)).map(({ key }) => key)).toEqual(['second']);
  });

  it('go nowhere without a webhook', async () => {
    await raiseAlert(db, alert);
    await createAlerts({ db, webhookUrl: null, fetch: neverCalled('fetch'), now: () => NOW }).deliver();
    expect(await undeliveredAlerts(db)).toEqual([alert]);
  });
});

describe('checkpoints of the pool', () => {
  it('are one, the newest, exact beyond 2^53', async () => {
    expect(await newestCheckpoint(db)).toBeNull();
    const first = { slot: 500, takenAt: NOW, lamports: 9_007_199_254_740_993n };
    await writeCheckpoint(db, first);
    expect(await newestCheckpoint(db)).toEqual(first);
    await writeCheckpoint(db, { ...first, slot: 400 });
    expect(await newestCheckpoint(db)).toEqual(first);
    await writeCheckpoint(db, { ...first, slot: 501, lamports: 1n });
    expect(await newestCheckpoint(db)).toEqual({ ...first, slot: 501, lamports: 1n });
    expect(await db.prepare('SELECT count(*) AS n FROM checkpoints').first('n')).toBe(1);
  });

  it('are explained by what the journal knows since: prizes that were paid, and transactions', async () => {
    let now = NOW;
    const journal = createJournal(db, () => now);
    const write = (key: string) =>
      journal.write({
        ...{ key, attempt: 0, bytes: `bytes ${key}`, signature: `signature ${key}`, blockhash: 'hash' },
        ...{ lastValidBlockHeight: 1, signedSlot: 1 },
      });
    for (const round of [1, 2, 3]) await rounds.insertLock(lockOf(round), DOCUMENTS, `lock-${round}`);
    await journal.see(await write('payout:1'), 'finalized', 5);
    now = NOW + 10;
    await journal.see(await write('payout:2'), 'confirmed', 6);
    await write('payout:3');
    await write('commit:3');
    expect(await journaledSince(db, NOW)).toEqual({ transactions: 4, prizes: 2n * 2_469_135_780n });
    expect(await journaledSince(db, NOW + 10)).toEqual({ transactions: 3, prizes: 2_469_135_780n });
    expect(await journaledSince(db, NOW + 11)).toEqual({ transactions: 0, prizes: 0n });
    expect(await unjournaled(db, ['signature payout:1', 'foreign', 'signature commit:3'])).toEqual(['foreign']);
    expect(await unjournaled(db, [])).toEqual([]);
  });
});
