import { beforeEach, describe, expect, it } from 'vitest';
import { unweighedOutflows } from '../../../worker/store/rounds/losses.ts';
import { recordOutflows } from '../../../worker/store/rounds/outflows.ts';
import { emptyDatabase } from '../database.ts';
import { newestCheckpoint } from '../newestCheckpoint.ts';
import { A, B, C, isPaused, NOW, open, SETTINGS } from '../poolOutflows.ts';
import { reconciledPool, SOL } from '../reconciledPool.ts';

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
});
const pool = (given: Parameters<typeof reconciledPool>[1] = {}) => reconciledPool(db, given);

describe('the reconciler, after an operator has acknowledged an outflow', () => {
  it('takes no checkpoint over an acknowledged outflow while another one is listed that nobody shows', async () => {
    const { tick, transfer, refuse, showAll, ...operator } = pool();
    await tick();
    transfer(A);
    await tick();
    await operator.resume([A]);
    transfer(B);
    refuse(B);
    await tick();
    expect(await isPaused(db)).toBe(false);
    expect((await newestCheckpoint(db, SETTINGS.pool.address))?.lamports).toBe(100n * SOL);
    showAll();
    await tick();
    expect([await open(db), await isPaused(db)]).toEqual([[B], true]);
  });

  it('needs no history once every outflow is acknowledged: enough nodes say what each took', async () => {
    const { tick, transfer, stopListing, restart, alerts, lamports, ...operator } = pool();
    await tick();
    for (const one of [A, B]) transfer(one);
    await tick();
    await operator.resume([A, B]);
    stopListing();
    restart();
    await tick();
    expect((await newestCheckpoint(db, SETTINGS.pool.address))?.lamports).toBe(lamports());
    expect([await isPaused(db), new Set(alerts)]).toEqual([false, new Set([`outflow:${A}`, `outflow:${B}`])]);
  });

  it('tells of a balance that is not explained only five minutes after the acknowledgement, while no node says what the outflow took', async () => {
    const { tick, transferUnlisted, catchUp, refuse, alerts, ...operator } = pool();
    await tick();
    transferUnlisted(A);
    await tick();
    catchUp();
    await tick();
    refuse(A);
    await tick(60);
    await operator.resume([A]);
    for (let minutes = 0; minutes < 5; minutes++) await tick();
    expect(new Set(alerts)).toEqual(new Set([`outflow:${A}`]));
    await tick();
    expect(alerts.at(-1)).toMatch(/^pool-unexplained:/);
  });

  it('accepts an acknowledged outflow as an explanation once, and only for what it took', async () => {
    const { tick, transfer, transferUnlisted, alerts, ...operator } = pool();
    await tick();
    transfer(A);
    await tick();
    await operator.resume([A]);
    transferUnlisted(B);
    for (let minutes = 0; minutes < 7; minutes++) await tick();
    const stored = await newestCheckpoint(db, SETTINGS.pool.address);
    expect(stored?.lamports).toBe(100n * SOL);
    expect(alerts).toContain(`pool-unexplained:${stored?.slot}:${SETTINGS.pool.address}`);
    operator.catchUp();
    await tick();
    expect(await open(db)).toEqual([B]);
    await operator.resume([B]);
    await tick();
    // Both are before the checkpoint now.
    transfer(C);
    await tick();
    expect(await open(db)).toEqual([C]);
  });

  it('accepts no amount that only one of two nodes gives', async () => {
    const { tick, transfer, lamports, ...operator } = pool({ overstated: 5n * SOL });
    await tick();
    transfer(A);
    await tick();
    await operator.resume([A]);
    await tick();
    const stored = await newestCheckpoint(db, SETTINGS.pool.address);
    expect([stored?.lamports, lamports()]).toEqual([100n * SOL, 99n * SOL]);
  });

  it('believes no outflow that is newer than the balance', async () => {
    const { tick, transfer, transferLater, ...operator } = pool();
    await tick();
    transfer(A);
    await tick();
    transferLater(B);
    await recordOutflows(
      db,
      { wallet: SETTINGS.pool.address, signatures: [B] },
      { by: 'reconciler', reason: 'found', at: NOW },
    );
    await operator.resume([A, B]);
    await tick();
    const { results } = await db.prepare('SELECT signature FROM losses').all();
    expect(results).toEqual([{ signature: A }]);
    expect(await unweighedOutflows(db)).toEqual([B]);
  });

  it('does not use an outflow that landed after the compared balance', async () => {
    const { tick, transfer, transferUnlisted, view, lag, ...operator } = pool();
    await tick();
    transferUnlisted(A);
    const past = view();
    transfer(B);
    await tick();
    await operator.resume([B]);
    await tick();
    expect(await unweighedOutflows(db)).toEqual([]);
    // A server that lags shows the balance after A, which nobody lists, and before B, which is acknowledged.
    lag(past);
    await tick();
    expect((await newestCheckpoint(db, SETTINGS.pool.address))?.lamports).toBe(100n * SOL);
  });

  it('stores what an outflow took as soon as it is found, because no node may show it any more when it is acknowledged', async () => {
    const { tick, transfer, forget, lamports, ...operator } = pool();
    await tick();
    transfer(A);
    await tick();
    await tick();
    forget(A);
    await operator.resume([A]);
    await tick();
    expect((await newestCheckpoint(db, SETTINGS.pool.address))?.lamports).toBe(lamports());
  });

  it('stores what an outflow took even if it names an account with more lamports than a JavaScript number can hold', async () => {
    const { tick, transfer, nameRich, lamports, ...operator } = pool();
    nameRich(2 ** 53 + 2);
    await tick();
    transfer(A);
    await tick();
    await operator.resume([A]);
    await tick();
    expect((await newestCheckpoint(db, SETTINGS.pool.address))?.lamports).toBe(lamports());
  });
});
