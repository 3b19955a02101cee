import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LockDocuments } from '../../../src/protocol/terms/lock.ts';
import { undeliveredAlerts } from '../../../worker/store/journal/alerts.ts';
import { createRoundStore, type RoundStore } from '../../../worker/store/rounds/rounds.ts';
import { readDocuments } from '../../../worker/store/views/rounds/roundDocuments.ts';
import { roundsPage } from '../../../worker/store/views/rounds/roundViews.ts';
import { owedAndPaid, winnersOfRound } from '../../../worker/store/views/rounds/winners.ts';
import { wallet } from '../../domain/wallets.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, ENDS_AT, lockOf, NO_TIMES, WINNERS_1000 } from '../honestRound.ts';
import { FINAL, REACH } from '../roundStates.ts';

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

describe('a round on its way', () => {
  it('comes back from D1 as it was locked', async () => {
    expect(await rounds.insertLock(lockOf(), DOCUMENTS, 'lock-1')).toBe(true);
    expect(await rounds.get(123)).toEqual({
      ...{ round: 123, endsAt: ENDS_AT, state: 'locked', reason: null, payouts: 'live', lock: lockOf() },
      ...{ commitment: null, drawn: null, payout: null, causes: {}, shelvedAt: null, closedAt: null, release: null },
      times: { ...NO_TIMES, lockedAt: NOW },
    });
    expect(await readDocuments(db, 123)).toEqual(DOCUMENTS);
  });

  it('gathers commitment, beacon, winners and payout, and keeps its lock to the end', async () => {
    await REACH.committed(rounds);
    expect(await rounds.get(123)).toMatchObject({ state: 'committed', commitment: COMMITMENT });
    await rounds.commitmentFinal(123, { ...FINAL, signature: 'earlier', slot: 311_222_399, blockTime: ENDS_AT - 31 });
    await rounds.draw(123, BEACON_1000, WINNERS_1000);
    await rounds.payoutSeen(123, 'first-payout', 'sent');
    expect((await rounds.get(123))?.payout).toEqual({ signature: 'first-payout', slot: null, status: 'sent' });
    expect(await rounds.payoutSeen(123, 'first-payout', 'confirmed')).toBe(true);
    expect(await rounds.payoutSeen(123, 'second-payout', 'confirmed')).toBe(true);
    await rounds.pay(123, 'second-payout', 311_222_500);
    expect(await rounds.get(123)).toEqual({
      ...{ round: 123, endsAt: ENDS_AT, state: 'paid', reason: null, payouts: 'live', lock: lockOf() },
      causes: {},
      commitment: { signature: 'earlier', slot: 311_222_399, blockTime: ENDS_AT - 31, final: true },
      drawn: BEACON_1000,
      payout: { signature: 'second-payout', slot: 311_222_500, status: 'final' },
      times: { lockedAt: NOW, committedAt: NOW, beaconAt: NOW, drawnAt: NOW, paidAt: NOW, finalAt: NOW },
      shelvedAt: null,
      closedAt: null,
      release: null,
    });
  });

  it('keeps the reason it was rolled over or held for', async () => {
    await REACH['rolled over'](rounds);
    expect(await rounds.get(123)).toMatchObject({ state: 'rolled-over', reason: 'commitment-late', lock: lockOf() });
    await rounds.insertLock(lockOf(124), DOCUMENTS, 'lock-2');
    await rounds.hold(124, 'mark-without-record', 'a cause');
    expect(await rounds.get(124)).toMatchObject({ state: 'held', reason: 'mark-without-record' });
  });

  it.each(['sent', 'confirmed'] as const)('says of no prize of a held round that it is %s', async (status) => {
    await REACH.drawn(rounds);
    await rounds.payoutSeen(123, 'refused-payout', status);
    await rounds.hold(123, 'payout-rejected', 'a cause');
    const { payout, times } = (await rounds.get(123)) ?? {};
    expect([payout, times?.paidAt]).toEqual([{ signature: null, slot: null, status: 'drawn' }, null]);
    expect(new Set((await winnersOfRound(db, 123)).map((each) => each.status))).toEqual(new Set(['drawn']));
  });

  it('tells a person once that it is held, why, and by what cause', async () => {
    await REACH.held(rounds);
    await rounds.hold(123, 'payout-rejected', 'a cause');
    expect(await undeliveredAlerts(db)).toEqual([
      {
        key: 'held:123',
        message:
          'Round 123 is held (overdue). The payment is overdue. What was promised is owed, and an operator has to look at it. Cause: a cause.',
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

describe('long lists', () => {
  it('of 60,000 entries and 40,000 exclusions are stored in parts below a row limit and come back equal', async () => {
    const list = new Uint8Array(60_000 * 40);
    for (let at = 0; at < list.length; at += 65_536) crypto.getRandomValues(list.subarray(at, at + 65_536));
    const excluded = Array.from({ length: 40_000 }, () => [wallet(8), 'reserved key'] as const);
    const documents: LockDocuments = { list, rules: { ...DOCUMENTS.rules, excluded } };
    expect(await rounds.insertLock({ ...lockOf(), entries: 60_000 }, documents, 'lock-1')).toBe(true);

    const { results } = await db
      .prepare(
        'SELECT kind, count(*) AS parts, max(length(CAST(body AS BLOB))) AS largest FROM round_documents GROUP BY kind',
      )
      .all<{ kind: string; parts: number; largest: number }>();
    // 2,400,000 bytes are 3,200,000 letters of base64.
    expect(results.find(({ kind }) => kind === 'list')?.parts).toBeGreaterThan(1);
    for (const { parts, largest } of results) {
      expect(parts).toBeGreaterThan(1);
      expect(largest).toBeLessThan(2_000_000);
    }

    const stored = await readDocuments(db, 123);
    expect(Buffer.compare(stored?.list ?? new Uint8Array(), list)).toBe(0);
    expect(stored?.rules).toEqual(documents.rules);
  });

  it('may be empty', async () => {
    const none = { list: new Uint8Array(), rules: { ...DOCUMENTS.rules, excluded: [] } };
    await rounds.insertLock(lockOf(123, none), none, 'lock-1');
    expect(await readDocuments(db, 123)).toEqual(none);
  });
});

describe('rounds without a lock', () => {
  const missed = (round: number) =>
    ({ round, endsAt: ENDS_AT + (round - 123) * 3_600, state: 'rolled-over', reason: 'missed', detail: null }) as const;

  it('are stored many at a time, with their reasons', async () => {
    const many = Array.from({ length: 500 }, (_, i) => missed(i + 1));
    await rounds.insertUnlocked([
      ...many,
      { ...missed(501), state: 'held', reason: 'mark-without-record', detail: null },
    ]);
    expect((await rounds.inFlightAndNewest()).newest).toBe(501);
    expect(await rounds.get(77)).toEqual({
      ...{ round: 77, endsAt: ENDS_AT - 46 * 3_600, state: 'rolled-over', reason: 'missed', payouts: 'live' },
      ...{ lock: null, commitment: null, drawn: null, payout: null, causes: {}, times: NO_TIMES },
      ...{ shelvedAt: null, closedAt: null, release: null },
    });
    expect(await rounds.get(501)).toMatchObject({ state: 'held', reason: 'mark-without-record' });
  });

  it('never replace a row that is there', async () => {
    await REACH.committed(rounds);
    const before = await rowOf(123);
    await rounds.insertUnlocked([missed(122), missed(123), missed(124)]);
    expect(await rowOf(123)).toEqual(before);
    expect((await roundsPage(db, { from: 200, limit: 10 })).records.map(({ round, state }) => [round, state])).toEqual([
      [124, 'rolled-over'],
      [123, 'committed'],
      [122, 'rolled-over'],
    ]);
  });

  it('tell a person of those that are held, and of no others', async () => {
    await rounds.insertUnlocked([
      missed(1),
      { ...missed(2), state: 'held', reason: 'mark-without-record', detail: null },
      missed(3),
    ]);
    expect((await undeliveredAlerts(db)).map(({ key }) => key)).toEqual(['held:2']);
  });

  it('tell nobody of a round that was there already and is not held', async () => {
    await REACH.paid(rounds);
    await rounds.insertUnlocked([{ ...missed(123), state: 'held', reason: 'mark-without-record', detail: null }]);
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
      (await roundsPage(db, { from, limit })).records.map(({ round }) => round);
    expect(await page(Number.MAX_SAFE_INTEGER, 10)).toEqual([6, 4, 3, 2, 1]);
    expect(await page(5, 2)).toEqual([4, 3]);
    expect(await page(4, 2)).toEqual([4, 3]);
    expect(await page(2, 10)).toEqual([2, 1]);
    expect(await page(0, 10)).toEqual([]);
  });

  it('know the newest round, and 0 when there is none', async () => {
    expect((await rounds.inFlightAndNewest()).newest).toBe(0);
    for (const round of [3, 9, 5]) await rounds.insertLock(lockOf(round), DOCUMENTS, `lock-${round}`);
    expect((await rounds.inFlightAndNewest()).newest).toBe(9);
  });

  it('know the slot of the newest final payment, and 0 before the first', async () => {
    expect((await owedAndPaid(db, lockOf().wallet)).newestPayoutSlot).toBe(0);
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
    expect((await owedAndPaid(db, lockOf().wallet)).newestPayoutSlot).toBe(500);
  });

  it('have the oldest round that wants work in flight; held, paid and rolled over rounds want none', async () => {
    expect(await rounds.inFlight()).toBeNull();
    for (const round of [1, 2, 3, 4, 5]) await rounds.insertLock(lockOf(round), DOCUMENTS, `lock-${round}`);
    await rounds.hold(1, 'overdue', 'a cause');
    await rounds.rollOver(2, 'commitment-late', 'a cause');
    expect((await rounds.inFlight())?.round).toBe(3);
    await rounds.commit(3, FINAL);
    expect((await rounds.inFlight())?.round).toBe(3);
    await rounds.draw(3, BEACON_1000, WINNERS_1000);
    expect((await rounds.inFlight())?.round).toBe(3);
    await rounds.pay(3, 'payout-signature', 1);
    expect((await rounds.inFlight())?.round).toBe(4);
  });
});
