import { beforeEach, describe, expect, it } from 'vitest';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { createTaxStore, type TaxStore } from '../../../worker/store/tax/taxCycles.ts';
import { configuredDatabase } from '../configuredDatabase.ts';
import { REACH, type Reached } from '../roundStates.ts';
import { CONFIG, NOW, newCycle, PLAN, toWithdraw, wholeCycle } from '../wholeTaxCycle.ts';

let db: D1Database;
let tax: TaxStore;
beforeEach(async () => {
  db = await configuredDatabase();
  tax = createTaxStore(db, () => NOW);
});

const SOLD = { signature: 'sold', fee: 1n, sold: 5n, proceeds: 9n };
const PART = { cycle: 1, name: 'distribute', part: 0 } as const;
const GOD = { cycle: 1, part: 0, amount: 5n, currency: 'GOD' } as const;

/** The database is put back to a moment before these steps were made, and the process lives on. */
const forget = (name: string) => db.prepare('DELETE FROM tax_steps WHERE name = ?').bind(name).run();

describe('a cycle of a database that was restored under a living process', () => {
  it('takes in no swap that the database has forgotten: its proceeds would have come from nothing', async () => {
    await toWithdraw(tax, 1);
    await tax.move(1, 'withdraw', 'swap');
    await tax.addStep({ ...GOD, name: 'swap' });
    await forget('swap');
    expect(await tax.swapped(1, SOLD)).toBe(false);
    expect(await tax.get(1)).toMatchObject({ state: 'swap', sold: null, proceeds: null });
    expect(await tax.steps(1, 'swap')).toEqual([]);
    // With its step, the same swap is taken in.
    await tax.addStep({ ...GOD, name: 'swap' });
    expect(await tax.swapped(1, SOLD)).toBe(true);
    expect(await tax.get(1)).toMatchObject({ state: 'distribute', sold: 5n, proceeds: 9n });
  });

  it('goes on to its swap by no withdrawal that the database has forgotten', async () => {
    await toWithdraw(tax, 1);
    const step = { cycle: 1, name: 'withdraw', part: 0 } as const;
    const landed = { status: 'confirmed', signature: 'w', fee: 1n } as const;
    await tax.addStep({ ...GOD, name: 'withdraw' });
    await forget('withdraw');
    await tax.settleStep(step, landed);
    expect(await tax.move(1, 'withdraw', 'swap', 'w')).toBe(false);
    await tax.addStep({ ...GOD, name: 'withdraw' });
    expect(await tax.move(1, 'withdraw', 'swap')).toBe(false);
    await tax.settleStep(step, landed);
    expect(await tax.move(1, 'withdraw', 'swap', 'w')).toBe(true);
  });

  it('goes on to its withdrawal only when the database knows how each harvest has ended', async () => {
    await tax.start(newCycle(1));
    for (const part of [0, 1]) {
      expect([part, await tax.move(1, 'harvest', 'withdraw')]).toEqual([part, false]);
      await tax.settleStep({ cycle: 1, name: 'harvest', part }, { status: 'confirmed', signature: `${part}`, fee: 1n });
    }
    expect(await tax.move(1, 'harvest', 'withdraw')).toBe(true);
  });

  it('is not planned by a configuration that the database does not have for it', async () => {
    await toWithdraw(tax, 1, { configVersion: null });
    await tax.move(1, 'withdraw', 'distribute');
    expect([await tax.plan(1, PLAN), await tax.lines(1)]).toEqual([false, []]);
    await tax.pinConfig(1, CONFIG.version);
    expect(await tax.plan(1, PLAN)).toBe(true);
  });

  it.each(['pending', 'confirmed'])('does not end while a part of it is %s in the database', async (status) => {
    await toWithdraw(tax, 1);
    await tax.move(1, 'withdraw', 'distribute');
    await tax.plan(1, PLAN);
    await db.prepare(`UPDATE tax_steps SET status = ? WHERE name = 'distribute'`).bind(status).run();
    expect(await tax.finish(1, { fees: 1n, carriedOut: 0n })).toBe(false);
    expect(await tax.get(1)).toMatchObject({ state: 'distribute', carriedOut: null });
    await tax.settleStep(PART, { status: 'final', signature: 'd', fee: 1n }, 'SUCCESS');
    expect(await tax.finish(1, { fees: 1n, carriedOut: 0n })).toBe(true);
  });
});

describe('the journal takes an attempt only for what the database has, at that very step', () => {
  const write = async (key: string) => {
    const journal = createJournal(db, () => NOW);
    const row = { attempt: 0, bytes: 'AA==', blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1 };
    await journal.writeAll([{ ...row, key, signature: key }]).catch(() => undefined);
    return (await journal.attempts(key)).length === 1;
  };

  it.each([
    ['tax:1:swap:0', true],
    // A step that was never made, and steps of another state, cycle or round.
    ['tax:1:swap:1', false],
    ['tax:1:withdraw:0', false],
    ['tax:1:harvest:0', false],
    ['tax:2:swap:0', false],
    ['tax:11:swap:0', false],
    ['payout:1', false],
    ['commit:1', false],
  ])('of a cycle at its swap: %s %s', async (key, isTaken) => {
    await toWithdraw(tax, 1);
    await tax.addStep({ ...GOD, name: 'withdraw' });
    await tax.settleStep({ cycle: 1, name: 'withdraw', part: 0 }, { status: 'confirmed', signature: 'w', fee: 1n });
    await tax.move(1, 'withdraw', 'swap', 'w');
    await tax.addStep({ ...GOD, name: 'swap' });
    expect(await write(key)).toBe(isTaken);
  });

  it('of a cycle that has ended, none', async () => {
    await wholeCycle(tax, 1);
    expect([await write('tax:1:swap:0'), await write('tax:1:distribute:0')]).toEqual([false, false]);
  });

  it.each<[Reached, boolean, boolean]>([
    ['absent', false, false],
    ['locked', true, false],
    ['committed', false, false],
    ['committed and final', false, false],
    ['drawn', false, true],
    ['rolled over', false, false],
    ['held', false, false],
  ])('of a round that is %s: a commitment %s, a payment %s', async (state, commitment, payment) => {
    await REACH[state](createRoundStore(db, () => NOW));
    expect([await write('commit:123'), await write('payout:123')]).toEqual([commitment, payment]);
    expect([await write('commit:12'), await write('payout:1234')]).toEqual([false, false]);
  });
});
