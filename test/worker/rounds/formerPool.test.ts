import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Address } from '../../../src/address/address.ts';
import { alertKind } from '../../../src/alerts/alertKinds.ts';
import type { Settings } from '../../../worker/settings/Settings.ts';
import { recordOutflows } from '../../../worker/store/rounds/outflows.ts';
import { wallet } from '../../domain/wallets.ts';
import { emptyDatabase } from '../database.ts';
import { countedTerms } from '../fixedTerms.ts';
import { newestCheckpoint } from '../newestCheckpoint.ts';
import { A, B, C, isPaused, NOW, open, SETTINGS } from '../poolOutflows.ts';
import { reconciledPool } from '../reconciledPool.ts';

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
});
const pool = (given: Parameters<typeof reconciledPool>[1] = {}) => reconciledPool(db, given);

describe('the reconciler of a wallet that was the pool', () => {
  const NEW = { address: wallet(12), secretKey: new Uint8Array(64) };
  const settings: Settings = { ...SETTINGS, pool: NEW, oldPools: [SETTINGS.pool] };
  const OLD = SETTINGS.pool.address;
  const balanceAt = async (of: Address) => (await newestCheckpoint(db, of))?.lamports;

  const switched = (clock = SETTINGS.clock) =>
    countedTerms(
      [
        { from: 1, pool: OLD },
        { from: 2, pool: NEW.address },
      ],
      clock,
    );

  /** Round 2, and with it the switch, begins at NOW; the first look is a minute later. */
  const clock = { ...SETTINGS.clock, genesisTime: NOW / 1000 - 3_600, roundSeconds: 3_600 };
  const switchedAtNow = { settings: { ...settings, clock }, terms: switched(clock) };

  it('tells a person once of everything that a look finds, and pauses nothing, because no round is promised from it any more', async () => {
    const { tick, transfer, alerts, messages, lamports } = pool({ settings, terms: switched() });
    await tick();
    for (const one of [A, B, C]) transfer(one);
    await tick();
    await tick();
    expect([alerts, await open(db), await isPaused(db)]).toEqual([[`old-pool:${OLD}`], [], false]);
    expect(messages).toEqual([expect.stringContaining(' and 2 more, not in the journal')]);
    expect(await balanceAt(OLD)).toBe(lamports());
  });

  it('asks nobody for an acknowledgement', async () => {
    const { tick, transfer, alerts, ...operator } = pool({ settings, terms: switched() });
    await tick();
    for (const one of [A, B]) transfer(one);
    await tick();
    // Its alert stays only while it is raised again.
    expect(alerts.filter((key) => alertKind(key).lapses !== true)).toEqual([]);
    expect(await operator.resume([A])).toEqual({ kind: 'unknown', signatures: [A] });
    expect(await operator.resume([])).toEqual({ kind: 'resumed' });
  });

  it('tells again where the new checkpoint could not be stored', async () => {
    const { tick, transfer, alerts } = pool({ settings, terms: switched() });
    await tick();
    transfer(A);
    await db.exec('ALTER TABLE month_balances RENAME COLUMN taken_at TO gone');
    await expect(tick()).rejects.toThrow('taken_at');
    await db.exec('ALTER TABLE month_balances RENAME COLUMN gone TO taken_at');
    await tick();
    await tick();
    expect(alerts).toEqual([`old-pool:${OLD}`, `old-pool:${OLD}`]);
  });

  it('pauses as for the pool until ten minutes after the switch, because our clock may be ahead', async () => {
    const { tick, transfer, alerts } = pool(switchedAtNow);
    for (let minutes = 1; minutes < 9; minutes++) await tick();
    transfer(A);
    await tick();
    expect([alerts, await open(db), await isPaused(db)]).toEqual([[`outflow:${A}`], [A], true]);
  });

  it('pauses nothing more from ten minutes after the switch on', async () => {
    const { tick, transfer, alerts } = pool(switchedAtNow);
    for (let minutes = 1; minutes < 10; minutes++) await tick();
    transfer(A);
    await tick();
    expect([alerts, await isPaused(db)]).toEqual([[`old-pool:${OLD}`], false]);
  });

  it('does not say that no round is locked where nothing explains its balance', async () => {
    const { tick, transferUnlisted, messages } = pool({ settings, terms: switched() });
    await tick();
    transferUnlisted(A);
    for (let minutes = 0; minutes < 6; minutes++) await tick();
    expect(messages).toEqual([expect.stringContaining(`The pool wallet ${OLD} has held less`)]);
    expect(messages[0]).not.toContain('No round is locked');
  });

  it.each([
    ['the terms in force name it', [{ from: 1, pool: OLD }]],
    [
      'announced terms will name it again',
      [
        { from: 1, pool: NEW.address },
        { from: 9_000_000, pool: OLD },
      ],
    ],
    ['no terms are read yet', []],
  ])('pauses as for the pool while %s', async (_, announced) => {
    const { tick, transfer } = pool({ settings, terms: countedTerms(announced) });
    await tick();
    transfer(A);
    await tick();
    expect([await open(db), await isPaused(db)]).toEqual([[A], true]);
  });

  it('looks at it even while no node says what the new wallet holds', async () => {
    const { tick, lamports } = pool({ settings, downFor: (asked) => asked === NEW.address });
    await expect(tick()).rejects.toThrow("the pool's balance");
    expect([await balanceAt(OLD), await balanceAt(NEW.address)]).toEqual([lamports(), undefined]);
  });

  it('logs each that could not be looked at, by its address', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { tick } = pool({ settings, downFor: () => true });
    await expect(tick()).rejects.toThrow("the pool's balance");
    const said = warn.mock.calls.map(([text]) => String(text));
    warn.mockRestore();
    for (const each of [OLD, NEW.address])
      expect(said).toContainEqual(expect.stringContaining(`pool wallet ${each} not reconciled: `));
  });
  it('names an outflow that is listed late, though an older one that no node shows still waits for an operator', async () => {
    const { tick, transferUnlisted, catchUp, messages } = pool({ settings, terms: switched() });
    // Found while the wallet was the pool; the nodes have forgotten it since, and money that came in covered it.
    await recordOutflows(db, { wallet: OLD, signatures: [B] }, { by: 'reconciler', reason: 'found', at: NOW });
    await tick();
    transferUnlisted(A);
    await tick();
    catchUp();
    for (let minutes = 0; minutes < 3; minutes++) await tick();
    expect(messages.join()).toContain(A);
  });
});
