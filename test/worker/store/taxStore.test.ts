import { beforeEach, describe, expect, it } from 'vitest';
import { planDistribution } from '../../../src/tax/planDistribution.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { createTaxStore } from '../../../worker/store/tax/taxCycles.ts';
import { configuredDatabase } from '../configuredDatabase.ts';
import { CONFIG, NOW, newCycle, PLAN, toWithdraw, wholeCycle } from '../wholeTaxCycle.ts';

let db: D1Database;
let clock = NOW;
beforeEach(async () => {
  db = await configuredDatabase();
  clock = NOW;
});
const store = () => createTaxStore(db, () => clock);

/** Starts a cycle and moves it to its swap, which is about to be signed. */
async function toSwap(id: number): Promise<void> {
  await toWithdraw(store(), id);
  await store().move(id, 'withdraw', 'swap');
  await store().addStep({ cycle: id, name: 'swap', part: 0, amount: 5n, currency: 'GOD' });
}

describe('the tax cycles in D1', () => {
  it('let one cycle begin, however many ask at once, and keep its harvest and its configuration', async () => {
    const started = await Promise.all([1, 2, 3, 4, 5].map((id) => store().start(newCycle(id))));
    expect(started.filter(Boolean)).toHaveLength(1);
    const cycle = await store().inFlight();
    expect(cycle).toMatchObject({ state: 'harvest', config: CONFIG, withheld: 5_000_000_000n, unsold: 1_000_000n });
    const steps = await store().steps(cycle?.id ?? 0);
    expect(steps.map(({ name, part, amount, accounts }) => [name, part, amount, accounts])).toEqual([
      ['harvest', 0, 3_000_000_000n, ['a', 'b']],
      ['harvest', 1, 2_000_000_000n, ['c']],
    ]);
  });

  it('keep a cycle and its harvest together also when the clock moves between two statements', async () => {
    const moving = createTaxStore(db, () => clock++);
    expect(await moving.start(newCycle(7))).toBe(true);
    expect(await moving.steps(7, 'harvest')).toHaveLength(2);
  });

  it('give an id to one cycle only', async () => {
    await toSwap(1);
    await store().fail(1, { from: 'swap', detail: null, reason: 'nothing-collected', fees: 1n, carriedOut: 0n });
    expect(await store().start(newCycle(1))).toBe(false);
    expect((await store().get(1))?.state).toBe('failed');
  });

  it('move from the state they are in and from no other', async () => {
    const tax = store();
    await tax.start(newCycle(1));
    expect(await tax.move(1, 'withdraw', 'swap')).toBe(false);
    expect(await tax.swapped(1, { signature: 's', fee: 1n, sold: 1n, proceeds: 1n })).toBe(false);
    expect(await tax.plan(1, PLAN)).toBe(false);
    expect(await tax.finish(1, { fees: 0n, carriedOut: 0n })).toBe(false);
    expect(await tax.lines(1)).toEqual([]);
    expect((await tax.get(1))?.state).toBe('harvest');
    for (const part of [0, 1])
      await tax.settleStep({ cycle: 1, name: 'harvest', part }, { status: 'failed', signature: null, fee: null });
    expect(await tax.move(1, 'harvest', 'withdraw')).toBe(true);
    expect(await tax.move(1, 'harvest', 'withdraw')).toBe(false);
  });

  it('keep the first plan, whoever comes with another', async () => {
    const tax = store();
    await toWithdraw(tax, 1);
    await tax.move(1, 'withdraw', 'distribute');
    expect(await tax.plan(1, PLAN)).toBe(true);
    const other = planDistribution({
      ...{ currency: 'SOL', proceeds: 90_000n, carriedIn: 0n, feesPaid: 0n, feePerPart: 5_000n },
      wallets: CONFIG.wallets,
    });
    expect(await tax.plan(1, { ...PLAN, ...other })).toBe(false);
    expect((await tax.lines(1)).map((line) => line.amount)).toEqual([14_000n, 6_000n]);
    expect((await tax.get(1))?.total).toBe(20_000n);
  });

  it('never undo what is final', async () => {
    await wholeCycle(store(), 1);
    await store().settleStep(
      { cycle: 1, name: 'distribute', part: 0 },
      { status: 'failed', signature: 'x', fee: 1n },
      'FAILED',
    );
    expect((await store().lines(1)).map((line) => [line.status, line.signature])).toEqual([
      ['SUCCESS', 'd'],
      ['SUCCESS', 'd'],
    ]);
  });

  it('give each line of a part that failed a part of its own', async () => {
    const tax = store();
    await toWithdraw(tax, 1);
    await tax.move(1, 'withdraw', 'distribute');
    await tax.plan(1, PLAN);
    const moves = [
      { line: 0, part: 1, amount: 14_000n },
      { line: 1, part: 2, amount: 6_000n },
    ];
    await tax.splitPart({ id: 1, currency: 'SOL' }, 0, moves);
    // Another instance that has read the same lines finds nothing left to split. Otherwise it would make a step without
    // a line, which could never end.
    await tax.splitPart({ id: 1, currency: 'SOL' }, 0, [
      { line: 0, part: 3, amount: 14_000n },
      { line: 1, part: 4, amount: 6_000n },
    ]);
    expect((await tax.lines(1)).map(({ line, part, status }) => [line, part, status])).toEqual([
      [0, 1, 'pending'],
      [1, 2, 'pending'],
    ]);
    expect((await tax.steps(1, 'distribute')).map(({ part, status, amount }) => [part, status, amount])).toEqual([
      [0, 'failed', 20_000n],
      [1, 'pending', 14_000n],
      [2, 'pending', 6_000n],
    ]);
  });

  const ATTEMPT = { attempt: 0, blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, bytes: 'AA==' };
  const FAILURE = { from: 'swap', detail: null, reason: 'exchange-unavailable', fees: 1n, carriedOut: 0n } as const;

  it('do not fail while a swap may still land that another instance has signed', async () => {
    const tax = store();
    await toSwap(1);
    const journal = createJournal(db, () => NOW);
    const [row] = await journal.writeAll([{ ...ATTEMPT, key: 'tax:1:swap:0', signature: 'swap' }]);
    if (row === undefined) throw new Error('no row');
    expect(await tax.fail(1, FAILURE)).toBe(false);
    await journal.settleAll([{ row, state: 'expired', proof: 'too late' }]);
    expect(await tax.fail(1, FAILURE)).toBe(true);
  });

  it('do not fail once a distribution is planned that another instance has seen GOD for', async () => {
    const tax = store();
    await toWithdraw(tax, 1);
    await tax.move(1, 'withdraw', 'distribute');
    await tax.plan(1, PLAN);
    expect(await tax.fail(1, { ...FAILURE, from: 'distribute', reason: 'nothing-collected' })).toBe(false);
    expect((await tax.get(1))?.state).toBe('distribute');
  });

  it('take no attempt any more once they have ended, so that nothing of them is sent', async () => {
    await toSwap(1);
    const journal = createJournal(db, () => NOW);
    await store().fail(1, FAILURE);
    await expect(journal.writeAll([{ ...ATTEMPT, key: 'tax:1:swap:0', signature: 'swap' }])).rejects.toThrow();
    expect(await journal.under('tax:1')).toEqual([]);
    // The numbers of cycles are no prefixes of each other.
    await toSwap(12);
    expect(await journal.writeAll([{ ...ATTEMPT, key: 'tax:12:swap:0', signature: 'other' }])).toHaveLength(1);
  });

  it('store no proceeds of a swap for a cycle that has ended', async () => {
    const tax = store();
    await toSwap(1);
    await tax.fail(1, { from: 'swap', detail: null, reason: 'exchange-unavailable', fees: 1n, carriedOut: 0n });
    expect(await tax.swapped(1, { signature: 'sold', fee: 1n, sold: 5n, proceeds: 9n })).toBe(false);
    expect(await tax.steps(1, 'swap')).toMatchObject([{ status: 'failed', signature: null }]);
  });

  it('keep the bytes of a cycle that goes on, whoever wants to end it, because they may have to be sent again', async () => {
    const tax = store();
    await toSwap(1);
    await tax.swapped(1, { signature: 's', fee: 1n, sold: 5n, proceeds: 9n });
    await tax.plan(1, PLAN);
    const attempt = { attempt: 0, blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1 };
    const journal = createJournal(db, () => NOW);
    await journal.writeAll([{ ...attempt, key: 'tax:1:distribute:0', bytes: 'AA==', signature: 'part' }]);
    const failure = { from: 'swap', detail: null, reason: 'exchange-unavailable', fees: 1n, carriedOut: 0n } as const;
    expect(await tax.fail(1, failure)).toBe(false);
    expect(await journal.attempts('tax:1:distribute:0')).toMatchObject([{ bytes: 'AA==' }]);
  });

  it('add a cycle to its day once, and let go of the bytes of its transactions', async () => {
    const bytes = () => db.prepare('SELECT key, bytes FROM journal ORDER BY key').all();
    for (const key of ['tax:1:swap:0', 'tax:12:swap:0', 'payout:1'])
      await db
        .prepare(
          `INSERT INTO journal (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at)
           VALUES (?1, 0, 'finalized', 'bytes', ?1, '', 1, 1, 1)`,
        )
        .bind(key)
        .run();
    await wholeCycle(store(), 1);
    expect(await store().finish(1, { fees: 1n, carriedOut: 0n })).toBe(false);
    expect((await db.prepare('SELECT * FROM tax_days').all()).results).toEqual([
      {
        ...{ day: new Date(NOW).toISOString().slice(0, 10), cycles: 1, withdrawn: '5000000000', sold: '5001000000' },
        ...{ received: '50000', fees: '30000', distributed: '20000', distributed_god: '0', to_pool: '14000' },
      },
    ]);
    expect((await bytes()).results).toEqual([
      { key: 'payout:1', bytes: 'bytes' },
      { key: 'tax:12:swap:0', bytes: 'bytes' },
      { key: 'tax:1:swap:0', bytes: '' },
    ]);
  });

  it('count payments to the pool’s wallet as the pool’s, whichever line is marked as the lottery’s', async () => {
    const wallets = CONFIG.wallets.map((each) => ({ ...each, isLottery: !each.isLottery }));
    await db.prepare('UPDATE distribution_versions SET wallets = ?').bind(JSON.stringify(wallets)).run();
    await wholeCycle(store(), 1);
    expect(await db.prepare('SELECT to_pool FROM tax_days').first('to_pool')).toBe('14000');
  });

  it('carry over what the newest ended cycle in SOL left, and what a failed one has cost', async () => {
    expect((await store().carriedOver()).lamports).toBe(0n);
    await wholeCycle(store(), 1);
    await db.prepare("UPDATE tax_cycles SET carried_out = '700'").run();
    expect((await store().carriedOver()).lamports).toBe(700n);
    await toSwap(2);
    await store().fail(2, { from: 'swap', detail: null, reason: 'swap-refused', fees: 15_000n, carriedOut: -14_300n });
    expect((await store().carriedOver()).lamports).toBe(-14_300n);
    await store().recordEmpty({ id: 3, slot: 1, currency: 'SOL', withheld: 0n, unsold: 0n });
    expect((await store().carriedOver()).lamports).toBe(-14_300n);
  });
});
