import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Address, addressOf } from '../../../src/address/address.ts';
import { lamports } from '../../../src/money/lamports.ts';
import { createRoundStore, type RoundStore } from '../../../worker/store/rounds/rounds.ts';
import { roundsPage } from '../../../worker/store/views/rounds/roundViews.ts';
import {
  owedByOpenRounds,
  prizesSince,
  type WinnerRow,
  winnersOfRound,
  winnersPage,
} from '../../../worker/store/views/rounds/winners.ts';
import { winnerTotals } from '../../../worker/store/views/rounds/winnerTotals.ts';
import { wallet } from '../../domain/wallets.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, ENDS_AT, lockOf, POOL } from '../honestRound.ts';
import { FINAL } from '../roundStates.ts';

const NOW = 1_692_806_400_000;

let db: D1Database;
let rounds: RoundStore;
beforeEach(async () => {
  db = await emptyDatabase();
  rounds = createRoundStore(db, () => NOW);
  // Alerts are also written to the log.
  vi.spyOn(console, 'error').mockImplementation(() => {});
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
    expect(ids((await roundsPage(db, { from: 3, limit: 2 })).winners)).toEqual([
      '3-1',
      '3-2',
      '3-3',
      '2-1',
      '2-2',
      '2-3',
    ]);
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
    expect(await prizesSince(db, lockOf().wallet, ENDS_AT - 1)).toBe(27_021_597_764_222_979n);
    for (const round of [4, 5, 6]) {
      await rounds.insertLock({ ...lockOf(round), total: odd }, DOCUMENTS, `lock-${round}`);
      await rounds.commit(round, COMMITMENT);
      await rounds.hold(round, 'overdue', 'a cause');
    }
    expect(await owedByOpenRounds(db, lockOf().wallet)).toEqual({ lamports: 27_021_597_764_222_979n, unknown: null });
  });

  it('count towards the daily cap from the lock on, unless their round was rolled over or is a day old', async () => {
    const at = (round: number) => ENDS_AT + (round - 123) * 3_600;
    for (const round of [123, 124, 125, 126]) {
      await rounds.insertLock(lockOf(round, DOCUMENTS, at(round)), DOCUMENTS, `lock-${round}`);
    }
    await rounds.rollOver(126, 'commitment-late', 'a cause');
    await rounds.insertUnlocked([
      { round: 127, endsAt: at(127), state: 'rolled-over', reason: 'missed', detail: null },
    ]);
    const { total } = lockOf();
    expect(await prizesSince(db, lockOf().wallet, at(122))).toBe(3n * total);
    expect(await prizesSince(db, lockOf().wallet, at(123))).toBe(2n * total);
    expect(await prizesSince(db, lockOf().wallet, at(125))).toBe(0n);
  });

  it('are still owed by every round that is under way or held, and by none that has ended', async () => {
    expect(await owedByOpenRounds(db, lockOf().wallet)).toEqual({ lamports: 0n, unknown: null });
    for (const round of [1, 2, 3, 4, 5]) await rounds.insertLock(lockOf(round), DOCUMENTS, `lock-${round}`);
    await rounds.hold(1, 'record-mismatch', 'a cause');
    await rounds.commit(2, FINAL);
    await rounds.hold(2, 'overdue', 'a cause');
    await rounds.commit(3, FINAL);
    await rounds.rollOver(4, 'commitment-late', 'a cause');
    await rounds.commit(5, FINAL);
    await rounds.draw(5, BEACON_1000, []);
    await rounds.pay(5, 'payout-5', 5);
    await createRoundStore(db, () => NOW, 'shadow').insertLock(lockOf(6), DOCUMENTS, 'lock-6');
    expect(await owedByOpenRounds(db, lockOf().wallet)).toEqual({ lamports: 3n * lockOf().total, unknown: null });
  });

  it('are, for a round that is held because of a mark, what the mark promises, whatever the round’s record says', async () => {
    await rounds.insertUnlocked([
      { round: 1, endsAt: ENDS_AT, state: 'held', reason: 'mark-without-record', detail: null, promised: 5n },
    ]);
    await rounds.insertLock(lockOf(2), DOCUMENTS, 'lock-2');
    await rounds.hold(2, 'mark-without-record', 'a cause', 7n);
    await rounds.insertLock(lockOf(3), DOCUMENTS, 'lock-3');
    await rounds.commit(3, FINAL);
    await rounds.hold(3, 'mark-without-record', 'its payment has a mark', 0n);
    expect(await owedByOpenRounds(db, lockOf().wallet)).toEqual({ lamports: 12n, unknown: null });
    // What was paid counts towards the cap, although it is owed no more.
    const { total } = lockOf(3);
    expect(await prizesSince(db, lockOf().wallet, ENDS_AT - 1)).toBe(12n + total);
  });

  it('are added up to the lamport, however many a stolen key has written into its commitments', async () => {
    const most = 99_999_999_999_999_999_999n;
    const held = { endsAt: ENDS_AT, state: 'held', reason: 'mark-without-record', detail: null } as const;
    await rounds.insertUnlocked([1, 2, 3].map((round) => ({ ...held, round, promised: most })));
    expect(await owedByOpenRounds(db, lockOf().wallet)).toEqual({ lamports: 3n * most, unknown: null });
    expect(await prizesSince(db, lockOf().wallet, ENDS_AT - 1)).toBe(3n * most);
  });

  it('are not known while nobody can say what a mark promises; the oldest such round is named', async () => {
    const unknown = { endsAt: ENDS_AT, state: 'held', reason: 'mark-without-record', detail: null } as const;
    await rounds.insertUnlocked([
      { ...unknown, round: 4 },
      { ...unknown, round: 2 },
      { ...unknown, round: 3, promised: 3n },
    ]);
    expect(await owedByOpenRounds(db, lockOf().wallet)).toEqual({ lamports: 3n, unknown: 2 });
    expect(await rounds.learnPromise(2, { lamports: 11n, prizes: 11n, why: 'its commitment was found' })).toBe(true);
    // What is known is not read again.
    expect(await rounds.learnPromise(2, { lamports: 0n, prizes: null, why: 'a lie' })).toBe(false);
    expect(await owedByOpenRounds(db, lockOf().wallet)).toEqual({ lamports: 14n, unknown: 4 });
  });

  it('are those of one pool wallet: what another one owes or has paid counts for neither its limit nor its reserve', async () => {
    const [own, other] = [lockOf().wallet, wallet(7)];
    const { total } = lockOf();
    await rounds.insertLock(lockOf(1), DOCUMENTS, 'lock-1');
    await rounds.insertLock({ ...lockOf(2), wallet: other }, DOCUMENTS, 'lock-2');
    for (const round of [1, 2]) {
      await rounds.commit(round, FINAL);
      await rounds.hold(round, 'overdue', 'a cause');
    }
    const held = { endsAt: ENDS_AT, state: 'held', reason: 'mark-without-record', detail: null } as const;
    await rounds.insertUnlocked([
      { ...held, round: 3, wallet: other, promised: 9n },
      { ...held, round: 4, wallet: own },
    ]);
    expect(await owedByOpenRounds(db, own)).toEqual({ lamports: total, unknown: 4 });
    expect(await owedByOpenRounds(db, other)).toEqual({ lamports: total + 9n, unknown: null });
    expect(await prizesSince(db, own, ENDS_AT - 1)).toBe(total);
    expect(await prizesSince(db, other, ENDS_AT - 1)).toBe(total + 9n);
    expect(await prizesSince(db, wallet(8), ENDS_AT - 1)).toBe(0n);
  });
});
