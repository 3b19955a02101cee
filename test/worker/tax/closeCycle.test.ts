import { beforeEach, describe, expect, it } from 'vitest';
import { namedBytes } from '../namedBytes.ts';
import { oneByOne } from '../oneByOne.ts';
import { CYCLE_ID, landed } from '../taxContext.ts';
import { PLAN, UNKNOWN, waitingCycles } from '../waitingCycle.ts';

const { waiting, database } = waitingCycles();
let db: D1Database;
beforeEach(() => {
  db = database();
});

const PAID = PLAN.lines.reduce((sum, { amount }) => sum + amount, 0n);

describe('what a closed tax cycle leaves to the next one', () => {
  it('leaves all that was not paid out to the next cycle', async () => {
    const { context, take, lines, actions } = await waiting();
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({
      ...{ state: 'failed', reason: 'closed', carriedOut: 1_000_000n, fees: 0n },
      detail: 'ann closed it: looked at it',
    });
    expect((await context.tax.carriedOver()).lamports).toBe(1_000_000n);
    expect((await lines()).map(({ status }) => status)).toEqual(PLAN.lines.map(() => 'FAILED'));
    expect(await actions()).toEqual([{ by: 'ann', action: 'close', subject: `tax cycle ${CYCLE_ID}` }]);
  });

  it('of this process’s own cycle does not miss what a restored database has forgotten', async () => {
    const { context, take, pass } = await waiting([{ ...UNKNOWN, part: 0 }], [], 'own');
    const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt: 0 };
    const journal = context.firstHand.watch(context.journal);
    await oneByOne(journal).write({ ...row, key: `tax:${CYCLE_ID}:distribute:0`, signature: 'forgotten' });
    // The tax is paused, so no step looks for its attempts; the database is put back.
    await db.prepare('DELETE FROM journal').run();
    expect(await take('close')).toMatchObject({ kind: 'refused', sentence: expect.stringContaining('two minutes') });
    pass(300);
    expect(await take('close')).toEqual({ kind: 'done' });
    expect((await context.tax.carriedOver()).lamports).toBe(1_000_000n - 5_000n - (PLAN.lines[0]?.amount ?? 0n));
  });

  it('subtracts what was paid by a part that only the chain knows, and its fee', async () => {
    const { context, take, lines } = await waiting([UNKNOWN]);
    expect(await take('close')).toEqual({ kind: 'done' });
    const [first, second] = PLAN.lines;
    const left = 1_000_000n - 5_000n - (first?.amount ?? 0n);
    expect(left).toBe(PAID - (first?.amount ?? 0n) + 25_000n);
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ carriedOut: left, fees: 5_000n });
    expect((await lines()).map(({ address, status }) => [address, status])).toEqual([
      [first?.address, 'SUCCESS'],
      [second?.address, 'FAILED'],
    ]);
  });

  it('subtracts what was paid by a part on chain that the database does not count yet, and pays it to nobody again', async () => {
    const known = { ...UNKNOWN, signature: 'known part', part: 0 };
    const { context, take, lines } = await waiting([known]);
    expect(await take('close')).toEqual({ kind: 'done' });
    const left = 1_000_000n - 5_000n - (PLAN.lines[0]?.amount ?? 0n);
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ carriedOut: left, fees: 5_000n });
    expect((await lines()).map(({ status }) => status)).toEqual(['SUCCESS', 'FAILED']);
  });

  it('calls only one of two lines paid where their wallet was paid once', async () => {
    const { take, lines } = await waiting([UNKNOWN]);
    const [line] = PLAN.lines;
    await db.prepare(`UPDATE tax_lines SET address = ?, amount = '1' WHERE line = 1`).bind(line?.address).run();
    expect(await take('close')).toEqual({ kind: 'done' });
    expect((await lines()).map(({ status }) => status)).toEqual(['SUCCESS', 'FAILED']);
  });

  it('believes two nodes of three about what a part has paid, at once', async () => {
    const { context, take } = await waiting([UNKNOWN], [() => landed({ lamports: -1n })]);
    expect(await take('close')).toEqual({ kind: 'done' });
    const left = 1_000_000n - 5_000n - (PLAN.lines[0]?.amount ?? 0n);
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ carriedOut: left, fees: 5_000n });
  });

  it('leaves the unpaid rest in the wallet when the history is too long to be read, because it may be paid already', async () => {
    const { context, take, kept } = await waiting('too-long');
    expect(await take('release')).toMatchObject({ kind: 'refused', sentence: expect.stringContaining('Close it') });
    expect(await kept()).toBeNull();
    expect(await take('close')).toEqual({ kind: 'done' });
    expect((await context.tax.carriedOver()).lamports).toBe(0n);
    // Nobody pays these lamports any more: a person has to know of them, and how many they are.
    expect(await kept()).toContain('1000000 lamports');
    expect((await context.tax.get(CYCLE_ID))?.detail).toContain('1000000 lamports');
  });
});
