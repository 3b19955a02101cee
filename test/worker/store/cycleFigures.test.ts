import { beforeEach, describe, expect, it } from 'vitest';
import { createTaxStore, type TaxStore } from '../../../worker/store/tax/taxCycles.ts';
import { configuredDatabase } from '../configuredDatabase.ts';
import { CONFIG, NOW, newCycle, PLAN, toWithdraw, wholeCycle } from '../wholeTaxCycle.ts';

let tax: TaxStore;
let db: D1Database;
beforeEach(async () => {
  db = await configuredDatabase();
  tax = createTaxStore(db, () => NOW);
});

/** A cycle that ended without a distribution. */
async function failedCycle(id: number, currency: 'SOL' | 'GOD' = 'SOL'): Promise<void> {
  await toWithdraw(tax, id, { currency });
  await tax.move(id, 'withdraw', 'distribute');
  const failure = { from: 'distribute', reason: 'nothing-collected', detail: null, fees: 1n, carriedOut: 0n } as const;
  expect(await tax.fail(id, failure)).toBe(true);
}

describe('the newest cycle that has ended', () => {
  it('is that of the highest id, in whichever currency; neither an empty look nor a cycle under way', async () => {
    expect([await tax.inFlight(), await tax.newestEnded()]).toEqual([null, null]);
    await failedCycle(1);
    await failedCycle(2, 'GOD');
    expect(await tax.newestEnded()).toMatchObject({ id: 2, currency: 'GOD' });
    await failedCycle(3);
    expect(await tax.newestEnded()).toMatchObject({ id: 3, currency: 'SOL' });
    await tax.recordEmpty({ id: 4, slot: 1, currency: 'SOL', withheld: 0n, unsold: 0n });
    await tax.start(newCycle(5));
    expect([await tax.inFlight(), await tax.newestEnded()]).toMatchObject([{ id: 5 }, { id: 3 }]);
  });
});

describe('the newest swap', () => {
  it('is none before the first; then it is what the newest finished cycle sold and received', async () => {
    expect(await tax.lastSwap()).toBeNull();
    await failedCycle(1);
    expect(await tax.lastSwap()).toBeNull();
    await wholeCycle(tax, 2);
    expect(await tax.lastSwap()).toEqual({ sold: 5_001_000_000n, proceeds: 50_000n });
    // A cycle under way has sold nothing yet.
    await tax.start(newCycle(3));
    expect(await tax.lastSwap()).toEqual({ sold: 5_001_000_000n, proceeds: 50_000n });
  });
});

describe('a cycle that distributes', () => {
  beforeEach(async () => {
    await toWithdraw(tax, 1);
    await tax.move(1, 'withdraw', 'distribute');
  });

  it('takes no earlier step any more', async () => {
    await tax.addStep({ cycle: 1, name: 'swap', part: 0, amount: 5n, currency: 'GOD' });
    expect(await tax.steps(1, 'swap')).toEqual([]);
  });

  it('fails the lines that cannot be paid at once, and has no transaction for a part without another line', async () => {
    const [first, second] = PLAN.lines;
    if (first === undefined || second === undefined) throw new Error('two lines');
    // Two parts of two lines each: one line of the first part and both of the second cannot be paid.
    const lines = [first, second, first, second].map((line, i) => ({ ...line, part: i < 2 ? 0 : 1 }));
    expect(await tax.plan(1, { ...PLAN, lines, parts: 2, unpayable: new Set([1, 2, 3]) })).toBe(true);
    expect((await tax.lines(1)).map(({ part, status }) => [part, status])).toEqual([
      [0, 'pending'],
      [0, 'FAILED'],
      [1, 'FAILED'],
      [1, 'FAILED'],
    ]);
    expect((await tax.steps(1, 'distribute')).map(({ part, amount }) => [part, amount])).toEqual([[0, first.amount]]);
  });
});

describe('a cycle’s configuration', () => {
  it('is fixed once, when the cycle comes to distribute', async () => {
    await toWithdraw(tax, 1, { configVersion: null });
    expect(await tax.pinConfig(1, CONFIG.version)).toBe(false);
    await tax.move(1, 'withdraw', 'distribute');
    expect([await tax.pinConfig(1, CONFIG.version), await tax.pinConfig(1, CONFIG.version)]).toEqual([true, false]);
    expect((await tax.get(1))?.config).toEqual(CONFIG);
  });
});
