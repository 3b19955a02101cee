import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Address } from '../../../src/address/address.ts';
import type { LockRecord } from '../../../src/protocol/terms/lock.ts';
import { undeliveredAlerts } from '../../../worker/store/journal/alerts.ts';
import { createJournal, type NewAttempt } from '../../../worker/store/journal/journal.ts';
import { sinceCheckpoint, unjournaled, writeCheckpoint } from '../../../worker/store/rounds/checkpoints.ts';
import { createRoundStore, type RoundStore } from '../../../worker/store/rounds/rounds.ts';
import { wallet } from '../../domain/wallets.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, DOCUMENTS, lockOf, WINNERS_1000 } from '../honestRound.ts';
import { newestCheckpoint } from '../newestCheckpoint.ts';
import { oneByOne } from '../oneByOne.ts';
import { FINAL, REACH } from '../roundStates.ts';

const NOW = 1_692_806_400_000;

let db: D1Database;
let rounds: RoundStore;
beforeEach(async () => {
  db = await emptyDatabase();
  rounds = createRoundStore(db, () => NOW);
});

/** Only a drawn round is paid. */
async function drawn(lock: LockRecord) {
  await rounds.insertLock(lock, DOCUMENTS, `lock-${lock.round}`);
  await draw(lock);
}
async function draw({ round }: LockRecord) {
  await rounds.commit(round, FINAL);
  await rounds.draw(round, BEACON_1000, WINNERS_1000);
}

describe('the journal', () => {
  let journal: ReturnType<typeof oneByOne>;
  beforeEach(async () => {
    journal = oneByOne(createJournal(db, () => NOW));
    await REACH.drawn(rounds);
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

  describe('of a payment, and the hold of its round by another instance', () => {
    beforeEach(() => {
      vi.spyOn(console, 'error').mockImplementation(() => {});
    });
    const hold = () => rounds.hold(123, 'payout-rejected', 'a cause', null, 'drawn');

    it.each(['sent', 'confirmed', 'finalized'] as const)('is not held while one is %s', async (state) => {
      const row = await journal.write(attempt(0));
      if (state !== 'sent') await journal.see(row, state, 5);
      expect(await hold()).toBe(false);
      expect(await rounds.get(123)).toMatchObject({ state: 'drawn' });
      expect(await undeliveredAlerts(db)).toEqual([]);
    });

    it.each(['failed', 'expired'] as const)('is held once each is dead, as when it %s', async (state) => {
      await journal.bury(await journal.write(attempt(0)), state, 'proof');
      expect(await hold()).toBe(true);
    });

    it.each([0, 1])('takes no attempt %i any more once it is held', async (next) => {
      if (next === 1) await journal.bury(await journal.write(attempt(0)), 'failed', 'proof');
      const before = await states();
      expect(await hold()).toBe(true);
      // The attempt that is read back then is dead, and is not sent.
      await journal.write(attempt(next)).catch(() => undefined);
      expect(await states()).toEqual(before);
    });
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

  it('lets no attempt be skipped, and no attempt of another intention take its place', async () => {
    await drawn(lockOf(122));
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

  it('never takes a final entry back, nor calls it dead', async () => {
    const row = await journal.write(attempt(0));
    await journal.see(row, 'finalized', 79);
    await journal.see(row, 'confirmed', 80);
    await journal.bury(row, 'expired', 'proof');
    await journal.bury(row, 'failed', 'proof');
    expect((await journal.attempts('payout:123'))[0]).toMatchObject({ state: 'finalized', slot: 79, proof: null });
  });

  it('never changes a dead attempt, nor the proof of its death', async () => {
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
    await drawn(lockOf(124));
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
    await drawn(lockOf(124));
    await journal.write(attempt(0));
    await expect(journal.write({ ...attempt(0), key: 'payout:124' })).rejects.toThrow('payout:124');
    expect(await journal.attempts('payout:124')).toEqual([]);
  });
});

const WALLET = wallet(1);

describe('checkpoints of the pool', () => {
  it('are one, the newest, exact beyond 2^53', async () => {
    expect(await newestCheckpoint(db, WALLET)).toBeNull();
    const first = { wallet: WALLET, slot: 500, takenAt: NOW, lamports: 9_007_199_254_740_993n };
    await writeCheckpoint(db, first);
    expect(await newestCheckpoint(db, WALLET)).toEqual(first);
    await writeCheckpoint(db, { ...first, slot: 400 });
    expect(await newestCheckpoint(db, WALLET)).toEqual(first);
    await writeCheckpoint(db, { ...first, slot: 501, lamports: 1n });
    expect(await newestCheckpoint(db, WALLET)).toEqual({ ...first, slot: 501, lamports: 1n });
    expect(await db.prepare('SELECT count(*) AS n FROM checkpoints').first('n')).toBe(1);
  });

  it("say nothing of another wallet: after a change of the pool's key the first one is taken anew", async () => {
    await writeCheckpoint(db, { wallet: WALLET, slot: 500, takenAt: NOW, lamports: 5n });
    expect(await newestCheckpoint(db, wallet(2))).toBeNull();
    // In the same slot, because one look serves all wallets.
    await writeCheckpoint(db, { wallet: wallet(2), slot: 500, takenAt: NOW, lamports: 7n });
    await writeCheckpoint(db, { wallet: wallet(2), slot: 600, takenAt: NOW, lamports: 8n });
    expect([await newestCheckpoint(db, WALLET), await newestCheckpoint(db, wallet(2))]).toMatchObject([
      { slot: 500, lamports: 5n },
      { slot: 600, lamports: 8n },
    ]);
  });

  /** How many transactions, and what prizes, the journal has after a checkpoint at this slot. */
  async function journaledSince(slot: number, of: Address) {
    await writeCheckpoint(db, { wallet: of, slot, takenAt: NOW, lamports: 0n });
    const since = await sinceCheckpoint(db, of, slot);
    return [since?.transactions, since?.prizes];
  }

  it('are explained by what their own wallet has paid alone', async () => {
    const journal = oneByOne(createJournal(db, () => NOW));
    await drawn({ ...lockOf(1), wallet: wallet(2) });
    const row = await journal.write({
      ...{ key: 'payout:1', attempt: 0, bytes: 'bytes', signature: 'signature', blockhash: 'hash' },
      ...{ lastValidBlockHeight: 1, signedSlot: 5_000 },
    });
    await journal.see(row, 'finalized', 5_005);
    expect(await journaledSince(5_000, lockOf().wallet)).toEqual([0, 0n]);
    expect(await journaledSince(5_000, wallet(2))).toEqual([1, 2_469_135_780n]);
  });

  it('are explained by what landed after their slot or may still land, whatever our clock said', async () => {
    let now = NOW;
    const journal = oneByOne(createJournal(db, () => now));
    const write = (key: string, signedSlot = 5_000) =>
      journal.write({
        ...{ key, attempt: 0, bytes: `bytes ${key}`, signature: `signature ${key}`, blockhash: 'hash' },
        ...{ lastValidBlockHeight: 1, signedSlot },
      });
    for (const round of [3, 4]) await rounds.insertLock(lockOf(round), DOCUMENTS, `lock-${round}`);
    await write('commit:3');
    const lost = await write('commit:4');
    for (const round of [1, 2]) await drawn(lockOf(round));
    for (const round of [3, 4]) await draw(lockOf(round));
    await journal.see(await write('payout:1'), 'finalized', 5_005);
    // The clock jumps back, but what is written now does not count as older.
    now = NOW - 90_000;
    await journal.see(await write('payout:2'), 'confirmed', 5_006);
    await write('payout:3');
    // It may have landed and failed, in a block that the ledgers have lost.
    await journal.bury(lost, 'expired', 'its mark is not made');
    await write('payout:4', 3_000);
    expect(await journaledSince(5_004, lockOf().wallet)).toEqual([5, 2n * 2_469_135_780n]);
    expect(await journaledSince(5_005, lockOf().wallet)).toEqual([4, 2_469_135_780n]);
    expect(await journaledSince(5_006, lockOf().wallet)).toEqual([3, 0n]);
    expect(await unjournaled(db, ['signature payout:1', 'foreign', 'signature commit:3'], wallet(3))).toEqual([
      'foreign',
    ]);
    expect(await unjournaled(db, [], wallet(3))).toEqual([]);
  });
});
