import { beforeEach, describe, expect, it } from 'vitest';
import { swapTax } from '../../../worker/tax/swapTax.ts';
import { namedBytes } from '../namedBytes.ts';
import { oneByOne } from '../oneByOne.ts';
import { CYCLE_ID, cycleAtSwap } from '../taxContext.ts';
import { waitingCycles } from '../waitingCycle.ts';

const { waiting, database } = waitingCycles();
let db: D1Database;
beforeEach(() => {
  db = database();
});

describe('a tax cycle that a person has closed', () => {
  it('before the swap lets an instance with a quote write nothing, so it sends nothing', async () => {
    const { context, take } = await waiting();
    await db.prepare(`UPDATE tax_cycles SET state = 'done' WHERE id = ?`).bind(CYCLE_ID).run();
    await cycleAtSwap(context, CYCLE_ID + 1);
    expect(await take('close', CYCLE_ID + 1)).toEqual({ kind: 'done' });
    const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt: 0 };
    const swap = { ...row, key: `tax:${CYCLE_ID + 1}:swap:0`, signature: 'mine' };
    await expect(oneByOne(context.journal).write(swap)).rejects.toThrow('takes no attempt any more');
  });

  it('keeps the lines unchanged when an instance that has not seen the close splits their part', async () => {
    const { context, take, lines } = await waiting();
    expect(await take('close')).toEqual({ kind: 'done' });
    const closed = await lines();
    const moves = closed.map(({ line, amount }) => ({ line, part: line + 1, amount }));
    await context.tax.splitPart({ id: CYCLE_ID, currency: 'SOL' }, 0, moves);
    expect(await lines()).toEqual(closed);
    expect(await context.tax.steps(CYCLE_ID, 'distribute')).toHaveLength(1);
  });

  it('is not told as a swap that the chain has refused three times', async () => {
    const { context, take, alerts } = await waiting();
    await db.prepare(`UPDATE tax_cycles SET state = 'swap', sold = NULL, proceeds = NULL, total = NULL`).run();
    const cycle = await context.tax.get(CYCLE_ID);
    const key = `tax:${CYCLE_ID}:swap:0`;
    for (const attempt of [0, 1]) {
      const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt };
      const written = await oneByOne(context.journal).write({ ...row, key, signature: `dead ${attempt}` });
      await context.journal.settleAll([{ row: written, state: 'expired', proof: 'too late' }]);
    }
    await db.prepare(`UPDATE tax_steps SET status = 'pending' WHERE name = 'swap'`).run();
    expect(await take('close')).toEqual({ kind: 'done' });
    // A step that has read the cycle before the close, and its attempts after it.
    const pursue: typeof context.pursue = async ({ maySign }) => {
      const attempts = await context.journal.attempts(key);
      expect([attempts.length, await maySign(attempts)]).toEqual([2, false]);
      return { kind: 'idle', attempts };
    };
    expect(cycle && (await swapTax({ ...context, pursue }, cycle))).toMatchObject({ kind: 'wait' });
    expect([...alerts]).toEqual([]);
  });

  it('lets another instance write no attempt any more, so its bytes are never sent', async () => {
    const { context, take } = await waiting();
    expect(await take('close')).toEqual({ kind: 'done' });
    const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt: 0 };
    const part = { ...row, key: `tax:${CYCLE_ID}:distribute:0`, signature: 'mine' };
    await expect(oneByOne(context.journal).write(part)).rejects.toThrow('takes no attempt any more');
  });
});
