import { beforeEach, describe, expect, it } from 'vitest';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { emptyDatabase } from '../database.ts';
import { DOCUMENTS, lockOf } from '../honestRound.ts';
import { newestCheckpoint } from '../newestCheckpoint.ts';
import { A, B, C, isPaused, NOW, open, SETTINGS, STRANGERS } from '../poolOutflows.ts';
import { reconciledPool, SOL } from '../reconciledPool.ts';

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
});
const pool = (given: Parameters<typeof reconciledPool>[1] = {}) => reconciledPool(db, given);

describe('the reconciler', () => {
  it('lists and pauses for an outflow until it is acknowledged; then it takes a new checkpoint, and the rounds stay on', async () => {
    const { tick, transfer, alerts, surprises, lamports, ...operator } = pool();
    await tick();
    transfer(A);
    await tick();
    await tick();
    expect([await open(db), await isPaused(db), new Set(alerts)]).toEqual([[A], true, new Set([`outflow:${A}`])]);
    expect((await newestCheckpoint(db, SETTINGS.pool.address))?.lamports).toBe(100n * SOL);

    expect(await operator.resume([])).toMatchObject({ kind: 'unacknowledged' });
    expect(await operator.resume([A])).toEqual({ kind: 'resumed' });
    for (let minutes = 0; minutes < 3; minutes++) {
      await tick();
      expect([await isPaused(db), await open(db)]).toEqual([false, []]);
    }
    expect((await newestCheckpoint(db, SETTINGS.pool.address))?.lamports).toBe(lamports());
    expect(surprises).toEqual([]);
  });

  it('lists a second outflow with the first, and lists one after an acknowledgement alone', async () => {
    const { tick, transfer, surprises, ...operator } = pool();
    await tick();
    transfer(A);
    await tick();
    transfer(B);
    await tick();
    expect(new Set(await open(db))).toEqual(new Set([A, B]));
    expect(await operator.resume([A])).toMatchObject({ kind: 'unacknowledged' });
    expect(await operator.resume([A, B])).toEqual({ kind: 'resumed' });
    // Before the new checkpoint was taken.
    transfer(C);
    await tick();
    expect([await open(db), await isPaused(db)]).toEqual([[C], true]);
    expect(await operator.resume([C])).toEqual({ kind: 'resumed' });
    await tick();
    await tick();
    expect(await isPaused(db)).toBe(false);
    expect(surprises).toEqual([]);
  });

  it('lists nothing that a stranger signed', async () => {
    const { tick, transfer, alerts } = pool();
    await tick();
    transfer(STRANGERS);
    await tick();
    expect([await open(db), await isPaused(db), alerts]).toEqual([[], false, []]);
  });

  it('takes no checkpoint while the balance shows an outflow that the history does not list yet', async () => {
    const { tick, transferUnlisted, catchUp, alerts } = pool();
    await tick();
    transferUnlisted(A);
    await tick();
    await tick();
    expect([(await newestCheckpoint(db, SETTINGS.pool.address))?.lamports, await open(db), alerts]).toEqual([
      100n * SOL,
      [],
      [],
    ]);
    catchUp();
    await tick();
    expect([await open(db), await isPaused(db), alerts]).toEqual([[A], true, [`outflow:${A}`]]);
  });

  it('tells a person when nothing explains the balance for five minutes', async () => {
    const { tick, restart, transferUnlisted, alerts, messages } = pool();
    await tick();
    const slot = (await newestCheckpoint(db, SETTINGS.pool.address))?.slot;
    transferUnlisted(A);
    for (let minutes = 0; minutes < 5; minutes++) {
      restart();
      await tick();
    }
    expect(alerts).toEqual([]);
    restart();
    await tick();
    expect(alerts).toEqual([`pool-unexplained:${slot}:${SETTINGS.pool.address}`]);
    expect(messages).toEqual([expect.stringContaining('No round is locked for this wallet until that is explained.')]);
  });

  it('tells a person after five minutes even if the clock was a day ahead at the beginning', async () => {
    const { tick, transferUnlisted, alerts } = pool();
    await tick();
    transferUnlisted(A);
    await tick(24 * 60);
    await tick(-24 * 60);
    for (let minutes = 0; minutes < 5; minutes++) await tick();
    expect(alerts).toHaveLength(1);
  });

  it('finds an outflow in the same slot as the checkpoint', async () => {
    const { tick, transferInPlace } = pool();
    await tick();
    transferInPlace(A);
    await tick();
    expect(await open(db)).toEqual([A]);
  });

  it('says nothing while a round is in flight', async () => {
    const { tick, transfer } = pool();
    await tick();
    transfer(A);
    await createRoundStore(db, () => NOW).insertLock(lockOf(1), DOCUMENTS, 'lock-1');
    await tick();
    expect(await open(db)).toEqual([]);
  });
});
