import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf } from '../../../src/address/address.ts';
import { walletDraws } from '../../../src/contract/wallet.ts';
import { godUnits } from '../../../src/money/god.ts';
import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import type { LockDocuments } from '../../../src/protocol/terms/lock.ts';
import { readDraws } from '../../../worker/answers/rounds/readDraws.ts';
import { createRoundStore, type RoundStore } from '../../../worker/store/rounds/rounds.ts';
import { createPackLists } from '../../../worker/upkeep/tidyUp.ts';
import { emptyDatabase } from '../database.ts';
import { freshWorker } from '../freshWorker.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, WINNERS_1000 } from '../honestRound.ts';

const { joinList } = protocolOf(1);
const endOf = (round: number) => 1_700_000_000 + round * 3_600;
/** Wallets whose bytes differ in a few places only: a search must not take one for another. */
const walletOf = (n: number) =>
  addressOf(Uint8Array.from({ length: 32 }, (_, i) => (i === 7 ? n : i === 20 ? n * 3 : 9)));
const listOf = (wallets: readonly number[], excluded: LockDocuments['rules']['excluded'] = []): LockDocuments => ({
  list: joinList(wallets.map((n) => ({ owner: walletOf(n), amount: godUnits(100_000_000_000n + BigInt(n)) }))),
  rules: { ...DOCUMENTS.rules, excluded },
});

let db: D1Database;
let rounds: RoundStore;
beforeEach(async () => {
  db = await emptyDatabase();
  rounds = createRoundStore(db, () => endOf(1) * 1000);
});
const lock = (round: number, documents: LockDocuments) =>
  rounds.insertLock(lockOf(round, documents, endOf(round)), documents, `lock-${round}`);
const drawsOf = async (n: number, after: number) => (await readDraws(db, walletOf(n), after)).draws;
const isIn = async (n: number, after: number) => (await drawsOf(n, after)).map((draw) => draw.isIn);

describe('the draws of a wallet', () => {
  it('finds every wallet of a list of any length, wherever it stands, and none that is not in it', async () => {
    for (const length of [1, 2, 3, 4, 5, 61]) {
      const wallets = Array.from({ length }, (_, i) => i + 1);
      await lock(length, listOf(wallets));
      for (const n of wallets) expect((await drawsOf(n, length))[0], `${n} of ${length}`).toMatchObject({ isIn: true });
      for (const n of [length + 1, 100, 200])
        expect((await drawsOf(n, length))[0], `${n} of ${length}`).toMatchObject({ isIn: false });
    }
  });

  it('says why a wallet was not in', async () => {
    const excluded = [
      [walletOf(2), 'excluded'],
      [walletOf(3), 'frozen'],
    ] as const;
    await lock(1, listOf([1], excluded as unknown as LockDocuments['rules']['excluded']));
    const why = async (n: number) => (await drawsOf(n, 1))[0]?.reason;
    expect(await why(1)).toBeNull();
    expect(await why(2)).toBe('The terms of this round exclude this wallet.');
    expect(await why(3)).toBe('Its GOD lay in frozen accounts.');
    expect(await why(4)).toBe('It held too little GOD when the list was locked.');
  });

  it('says what became of rounds without a draw, newest first, and leaves out what has not ended', async () => {
    await rounds.insertUnlocked([{ round: 1, endsAt: endOf(1), state: 'rolled-over', reason: 'missed', detail: null }]);
    await lock(2, listOf([1, 2]));
    await rounds.rollOver(2, 'commitment-late', 'a cause');
    await lock(3, listOf([2]));
    expect(await drawsOf(1, 2)).toEqual([
      expect.objectContaining({
        roundNumber: 2,
        isIn: true,
        reason: expect.stringContaining('did not reach the chain'),
      }),
      expect.objectContaining({ roundNumber: 1, isIn: null, reason: expect.stringContaining('could not be locked') }),
    ]);
    expect(await isIn(1, 3)).toEqual([false, true, null]);
  });

  it('says what was won', async () => {
    await rounds.insertLock(lockOf(1, DOCUMENTS, endOf(1)), DOCUMENTS, 'lock-1');
    await rounds.commit(1, { ...COMMITMENT, final: true });
    await rounds.draw(1, BEACON_1000, WINNERS_1000);
    const [first] = WINNERS_1000;
    const { draws } = await readDraws(db, first?.address ?? walletOf(1), 1);
    expect(draws).toMatchObject([{ isIn: true, reason: null, wonLamports: String(first?.lamports) }]);
  });

  it('looks into the newest 24 alone, whose lists are whole', async () => {
    for (let round = 1; round <= 30; round++) {
      await lock(round, listOf(round % 2 === 0 ? [1, 2] : [2]));
      await rounds.rollOver(round, 'commitment-late', 'a cause');
    }
    const pack = createPackLists({ db, closedRounds: () => 30 });
    for (let i = 0; i < 10; i++) await pack();
    const found = await drawsOf(1, 30);
    expect(found.map(({ roundNumber }) => roundNumber)).toEqual(Array.from({ length: 24 }, (_, back) => 30 - back));
    expect(found.map((draw) => draw.isIn)).toEqual(found.map(({ roundNumber }) => roundNumber % 2 === 0));
  });

  it('is a route of its own, which refuses what is no address', async () => {
    await lock(1, listOf([1]));
    const worker = freshWorker({ DB: db });
    const { status, text } = await worker.ask(`/api/lottery/wallets/${walletOf(1)}/draws`);
    expect(status).toBe(200);
    expect(walletDraws.parse(JSON.parse(text)).draws).toMatchObject([{ roundNumber: 1, isIn: true }]);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect((await worker.ask('/api/lottery/wallets/nobody/draws')).status).toBe(400);
  });
});
