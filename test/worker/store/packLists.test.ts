import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf } from '../../../src/address/address.ts';
import { godUnits } from '../../../src/money/god.ts';
import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import type { LockDocuments } from '../../../src/protocol/terms/lock.ts';
import { createRoundStore, type RoundStore } from '../../../worker/store/rounds/rounds.ts';
import { readDocuments } from '../../../worker/store/views/rounds/roundDocuments.ts';
import { createPackLists } from '../../../worker/upkeep/tidyUp.ts';
import { emptyDatabase } from '../database.ts';
import { freshWorker } from '../freshWorker.ts';
import { DOCUMENTS, ENDS_AT, lockOf } from '../honestRound.ts';

const { joinList } = protocolOf(1);

let db: D1Database;
let rounds: RoundStore;
beforeEach(async () => {
  db = await emptyDatabase();
  rounds = createRoundStore(db, () => ENDS_AT * 1000);
});

const walletOf = (byte: number) => addressOf(new Uint8Array(32).fill(byte));
/** A list of 40 wallets. Each round has other wallets and other amounts. */
const listOf = (round: number): LockDocuments => ({
  ...DOCUMENTS,
  list: joinList(
    Array.from({ length: 40 }, (_, i) => i + 1)
      .filter((i) => i % 7 !== round % 7)
      .map((i) => ({ owner: walletOf(i), amount: godUnits(100_000_000_000n + BigInt(i % 5 === 0 ? round : i)) })),
  ),
});
const lock = (round: number) => rounds.insertLock(lockOf(round, listOf(round)), listOf(round), `lock-${round}`);
/** A round that ended for good with its list. */
const end = async (round: number) => {
  await lock(round);
  await rounds.rollOver(round, 'commitment-late', 'a cause');
};
/** Packs until nothing is left to pack, a day after the newest of these rounds. */
const pack = async (newest: number) => {
  const once = createPackLists({ db, closedRounds: () => newest + 24 });
  for (let i = 0; i < newest; i++) await once();
};
const stored = async (table: string, where = 'true') =>
  (
    await db.prepare(`SELECT DISTINCT round FROM ${table} WHERE ${where} ORDER BY round`).all<{ round: number }>()
  ).results.map(({ round }) => round);
const whole = () => stored('round_documents', `kind = 'list'`);

describe('lists of closed rounds', () => {
  it('are stored as differences, the first of every 24 as a whole, and read as they were to the last byte', async () => {
    for (let round = 20; round <= 52; round++) await end(round);
    await pack(52);
    expect(await whole()).toEqual([20, 24, 48]);
    for (let round = 20; round <= 52; round++) expect(await readDocuments(db, round)).toEqual(listOf(round));
  });

  it('give proofs that are the same before and after, byte by byte', async () => {
    for (let round = 1; round <= 5; round++) await end(round);
    const proofs = async () => {
      const texts: string[] = [];
      // A worker of its own each time: nothing is answered from the edge's cache.
      for (const round of [1, 2, 3, 4, 5])
        texts.push((await freshWorker().ask(`/api/lottery/rounds/${round}/proof`)).text);
      return texts;
    };
    const before = await proofs();
    await pack(5);
    expect(await whole()).toEqual([1]);
    expect(await proofs()).toEqual(before);
    expect(before.every((text) => text.includes('"entries":["'))).toBe(true);
  });

  it('follow each other over rounds without a list, and over one that is held, whose list may still change', async () => {
    const missed = (round: number) =>
      ({ round, endsAt: ENDS_AT, state: 'rolled-over', reason: 'missed', detail: null }) as const;
    await end(3);
    await rounds.insertUnlocked([missed(4), missed(5)]);
    await lock(6);
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await rounds.hold(6, 'mark-without-record', 'a cause');
    await end(7);
    await pack(7);
    // The list of a held round is not packed, because that round may still be drawn and paid.
    expect(await whole()).toEqual([3, 6]);
    expect((await db.prepare('SELECT round, base FROM list_differences').all()).results).toEqual([
      { round: 7, base: 3 },
    ]);
    for (const round of [3, 6, 7]) expect(await readDocuments(db, round)).toEqual(listOf(round));
  });

  it('of the last day stay whole, and those under way in any case', async () => {
    for (const round of [1, 2, 3]) await end(round);
    await lock(4);
    const once = createPackLists({ db, closedRounds: () => 26 });
    for (let i = 0; i < 5; i++) await once();
    expect(await whole()).toEqual([1, 3, 4]);
    await pack(4);
    expect(await whole()).toEqual([1, 4]);
  });

  it('are packed once even when two callers try, and later lists can be stored as differences from a packed list', async () => {
    for (const round of [1, 2, 3]) await end(round);
    const twice = [createPackLists({ db, closedRounds: () => 60 }), createPackLists({ db, closedRounds: () => 60 })];
    await Promise.all(twice.map((once) => once()));
    expect(await whole()).toEqual([1]);
    await end(4);
    await pack(4);
    for (const round of [1, 2, 3, 4]) expect(await readDocuments(db, round)).toEqual(listOf(round));
  });

  it('that a difference would not give back, or would not make shorter, stay whole', async () => {
    await end(1);
    const disordered = {
      ...DOCUMENTS,
      list: new Uint8Array([...DOCUMENTS.list.slice(40), ...DOCUMENTS.list.slice(0, 40)]),
    };
    await rounds.insertLock(lockOf(2), disordered, 'lock-2');
    await rounds.rollOver(2, 'commitment-late', 'a cause');
    await rounds.insertLock(
      lockOf(3),
      { ...DOCUMENTS, list: joinList([{ owner: walletOf(99), amount: godUnits(1n) }]) },
      'lock-3',
    );
    await rounds.rollOver(3, 'commitment-late', 'a cause');
    await pack(3);
    expect(await whole()).toEqual([1, 2, 3]);
    expect(await readDocuments(db, 2)).toEqual(disordered);
  });

  it('that cannot be read do not prevent the packing of others', async () => {
    const said = vi.spyOn(console, 'warn').mockImplementation(() => {});
    for (const round of [1, 2, 3]) await end(round);
    await pack(2);
    await db.prepare(`UPDATE list_differences SET body = 'AAAA' WHERE round = 2`).run();
    for (const round of [24, 25]) await end(round);
    await pack(25);
    expect(said).toHaveBeenCalledWith(expect.stringContaining('the list of round 3 stays whole'));
    expect(await whole()).toEqual([1, 3, 24]);
  });

  it('whose first list was lost are reported as lost, and never read as other lists', async () => {
    for (const round of [1, 2]) await end(round);
    await pack(2);
    await db.prepare('DELETE FROM round_documents WHERE round = 1').run();
    await expect(readDocuments(db, 2)).rejects.toThrow('round 2: its entries are not stored');
  });
});
