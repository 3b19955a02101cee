import { beforeEach, describe, expect, it } from 'vitest';
import type { Intention, PursueAll, Pursuit } from '../../../worker/engine/intention.ts';
import { harvestTax } from '../../../worker/tax/harvestTax.ts';
import { landedAs } from '../../../worker/tax/landedAs.ts';
import { withdrawTax } from '../../../worker/tax/withdrawTax.ts';
import { namedBytes } from '../namedBytes.ts';
import { oneByOne } from '../oneByOne.ts';
import { CONFIG, CYCLE_ID, POOL_LINES } from '../taxContext.ts';
import { PLAN, UNKNOWN, waitingCycles } from '../waitingCycle.ts';

const { waiting, database } = waitingCycles();
let db: D1Database;
beforeEach(() => {
  db = database();
});

const PAID = PLAN.lines.reduce((sum, { amount }) => sum + amount, 0n);

describe('a close of a tax cycle while something of it is under way', () => {
  it('is refused while what another process has signed may still land: it would be paid again by the next cycle', async () => {
    const { context, take, forget } = await waiting();
    await forget(182);
    expect(await take('close')).toMatchObject({ kind: 'refused', sentence: expect.stringContaining('two minutes') });
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'distribute' });
    await forget(1);
    expect(await take('close')).toMatchObject({ kind: 'refused' });
  });

  it('is refused when a part became paid while the sums were computed', async () => {
    const { context, take } = await waiting();
    const { lines } = context.tax;
    context.tax.lines = async (id) => {
      const read = await lines(id);
      const paid = { status: 'final', signature: 'adopted', fee: 5_000n } as const;
      await context.tax.settleStep({ cycle: id, name: 'distribute', part: 0 }, paid, 'SUCCESS');
      return read;
    };
    expect((await take('close')).kind).toBe('refused');
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'distribute' });
    expect((await lines(CYCLE_ID)).map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS']);
  });

  it('is refused when a part on chain was taken over while it was looked up: it would be subtracted twice', async () => {
    const known = { ...UNKNOWN, signature: 'known part', part: 0 };
    const { context, take } = await waiting([known]);
    const { steps } = context.tax;
    const paid = { status: 'final', signature: 'known part', fee: 5_000n } as const;
    context.tax.steps = async (id, name) => {
      const read = await steps(id, name);
      await context.tax.settleStep({ cycle: id, name: 'distribute', part: 0 }, paid, 'SUCCESS');
      return read;
    };
    expect((await take('close')).kind).toBe('refused');
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'distribute' });
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ carriedOut: 1_000_000n - PAID - 5_000n, fees: 5_000n });
  });

  it('is refused when an attempt has failed while the sums were computed: its fee would be in no books', async () => {
    const { context, take } = await waiting();
    const { under } = context.journal;
    const journal = oneByOne(context.journal);
    const key = `tax:${CYCLE_ID}:distribute:0`;
    const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1 };
    let attempt = 0;
    const fail = async () => {
      const signature = `failed ${attempt}`;
      await journal.bury(await journal.write({ ...row, key, attempt: attempt++, signature }), 'failed', 'refused');
    };
    context.journal.under = async (prefix) => {
      const rows = await under(prefix);
      await fail();
      return rows;
    };
    expect((await take('close')).kind).toBe('refused');
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'distribute' });
    context.journal.under = under;
    expect(await take('close')).toEqual({ kind: 'done' });
    const fees = BigInt(attempt) * 5_000n;
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ fees, carriedOut: 1_000_000n - fees });
  });

  it('is refused when the distribution was planned while the sums were computed: its lines would be called unpaid', async () => {
    const { context, take } = await waiting([UNKNOWN]);
    await db.batch([
      db.prepare('DELETE FROM tax_lines'),
      db.prepare(`DELETE FROM tax_steps WHERE name = 'distribute'`),
      db.prepare('UPDATE tax_cycles SET total = NULL, carried_in = NULL'),
    ]);
    const { lines } = context.tax;
    const plan = { ...PLAN, currency: 'SOL', carriedIn: 0n, pool: POOL_LINES, unpayable: new Set<number>() } as const;
    context.tax.lines = async (id) => {
      const read = await lines(id);
      await context.tax.plan(id, plan);
      return read;
    };
    expect((await take('close')).kind).toBe('refused');
    expect(await take('close')).toEqual({ kind: 'done' });
    expect((await lines(CYCLE_ID)).map(({ status }) => status)).toEqual(['SUCCESS', 'FAILED']);
  });

  it('is refused while a transaction of it is on its way', async () => {
    const { context, take } = await waiting();
    const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt: 0 };
    await oneByOne(context.journal).write({ ...row, key: `tax:${CYCLE_ID}:distribute:0`, signature: 'sent' });
    expect(await take('close')).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('sent is on its way'),
    });
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'distribute' });
  });

  /** A cycle of one harvest at this step. */
  async function early(state: 'harvest' | 'withdraw') {
    const { context, take, alerts } = await waiting();
    await db.prepare(`UPDATE tax_cycles SET state = 'done' WHERE id = ?`).bind(CYCLE_ID).run();
    const id = CYCLE_ID + 1;
    await context.tax.start({
      ...{ id, slot: 1, currency: 'SOL', configVersion: CONFIG.version, withheld: 9n, inMint: 0n, unsold: 0n },
      harvests: [{ amount: 9n, accounts: ['a'] }],
    });
    await context.firstHand.began({ id, slot: 1 });
    if (state === 'withdraw') {
      await context.tax.settleStep(
        { cycle: id, name: 'harvest', part: 0 },
        { status: 'failed', signature: null, fee: null },
      );
      await context.tax.move(id, 'harvest', 'withdraw');
    }
    const key = `tax:${id}:${state}:0`;
    const row = { bytes: namedBytes('early'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1 };
    const write = (attempt = 0) => oneByOne(context.journal).write({ ...row, attempt, key, signature: 'early' });
    if (state === 'withdraw')
      await context.tax.addStep({ cycle: id, name: state, part: 0, amount: 9n, currency: 'GOD' });
    return { context, alerts, id, key, write, close: () => take('close', id) };
  }

  it.each(['harvest', 'withdraw'] as const)(
    'is refused while a %s is on its way: nobody would follow it',
    async (state) => {
      const { context, id, key, write, close } = await early(state);
      const row = await write();
      expect(await close()).toMatchObject({ sentence: expect.stringContaining('early is on its way') });
      // It has landed: what the cycle has stored of it counts.
      await context.journal.settleAll([{ row, state: 'confirmed', slot: 2 }]);
      await context.tax.settleStep({ cycle: id, name: state, part: 0 }, landedAs(row, 'confirmed'));
      expect(await close()).toEqual({ kind: 'done' });
      expect([key, await context.tax.get(id)]).toMatchObject([key, { fees: 5_000n, carriedOut: -5_000n }]);
    },
  );

  it.each(['harvest', 'withdraw'] as const)(
    'lets a step write no %s any more, and nobody is told of a failure',
    async (state) => {
      const { context, alerts, id, key, write, close } = await early(state);
      const cycle = await context.tax.get(id);
      await context.journal.settleAll([{ row: await write(), state: 'expired', proof: 'too late' }]);
      expect(await close()).toEqual({ kind: 'done' });
      expect(await write(1)).toMatchObject({ attempt: 0, bytes: '' });
      // A step that has read the cycle before the close.
      const attempts = await context.journal.attempts(key);
      const idle = async ({ maySign }: Intention): Promise<Pursuit> => {
        expect(await maySign(attempts)).toBe(false);
        return { kind: 'idle', attempts };
      };
      const pursueAll: PursueAll = async (all) => ({
        fault: null,
        pursued: await Promise.all(all.map(async (intention) => ({ intention, pursuit: await idle(intention) }))),
      });
      const step = state === 'harvest' ? harvestTax : withdrawTax;
      expect(cycle && (await step({ ...context, pursue: idle, pursueAll }, cycle))).toMatchObject({});
      expect([[...alerts], (await context.tax.get(id))?.state]).toEqual([[], 'failed']);
    },
  );

  it('does not take an attempt for lost that was written while the journal was read', async () => {
    const { context, take } = await waiting();
    const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt: 0 };
    const { under } = context.journal;
    context.journal.under = async (prefix) => {
      const rows = await under(prefix);
      const journal = oneByOne(context.firstHand.watch(context.journal));
      await journal.write({ ...row, key: `tax:${CYCLE_ID}:distribute:0`, signature: 'sent' });
      return rows;
    };
    expect(await take('close')).toMatchObject({ sentence: expect.stringContaining('sent is on its way') });
  });

  it('of an instance that has read the cycle as open changes nothing when something was sent meanwhile', async () => {
    const { context, take } = await waiting();
    const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt: 0 };
    const { lines } = context.tax;
    // Between the look at the journal and the close itself.
    context.tax.lines = async (id) => {
      await oneByOne(context.journal).write({ ...row, key: `tax:${CYCLE_ID}:distribute:0`, signature: 'sent' });
      return lines(id);
    };
    expect((await take('close')).kind).toBe('refused');
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'distribute' });
  });
});
