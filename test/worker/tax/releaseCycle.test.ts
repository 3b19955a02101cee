import { beforeEach, describe, expect, it } from 'vitest';
import { CYCLE_ID } from '../taxContext.ts';
import { PLAN, UNKNOWN, waitingCycles } from '../waitingCycle.ts';

const { waiting, database } = waitingCycles();
let db: D1Database;
beforeEach(() => {
  db = database();
});

describe('a release of a tax cycle that waits', () => {
  it('forgets what was refused, so that it tries again', async () => {
    const { context, take, actions } = await waiting();
    expect(await take('release')).toEqual({ kind: 'done' });
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'distribute', detail: null });
    expect(await actions()).toEqual([{ by: 'ann', action: 'release', subject: `tax cycle ${CYCLE_ID}` }]);
  });

  it('is refused with the payment shown while a part on chain is not known here', async () => {
    const { context, take, actions } = await waiting([UNKNOWN]);
    const [line] = PLAN.lines;
    expect(await take('release')).toEqual({
      kind: 'paid',
      payments: [{ signature: 'unknown part', to: line?.address, lamports: line?.amount, blockTime: CYCLE_ID + 60 }],
    });
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ detail: 'a part on chain is not known' });
    expect(await actions()).toEqual([]);
  });

  it('names a part on chain that has paid GOD, which changes no lamports of its receivers', async () => {
    // The database was put back to before the chain refused the part and this line was paid alone.
    const { take, answer, kept, lines } = await waiting([{ ...UNKNOWN, part: 1_000 }]);
    await db.prepare(`UPDATE tax_cycles SET currency = 'GOD', proceeds = NULL`).run();
    answer.meta.postBalances = [...answer.meta.preBalances];
    const [line] = PLAN.lines;
    expect(await take('release')).toEqual({
      kind: 'paid',
      payments: [{ signature: 'unknown part', to: line?.address, lamports: 0n, blockTime: CYCLE_ID + 60 }],
    });
    // The GOD that is left is in the wallet: nothing is kept back, and nobody has to be told.
    expect([await take('close'), await kept()]).toEqual([{ kind: 'done' }, null]);
    expect((await lines()).map(({ status }) => status)).toEqual(['SUCCESS', 'FAILED']);
  });

  it.each([
    ['its own part', { part: 0 }, ['SUCCESS', 'FAILED']],
    ['another part', { part: 1 }, ['FAILED', 'SUCCESS']],
    ['a part of that line alone', { part: 1_001 }, ['FAILED', 'SUCCESS']],
  ])('of GOD calls only the line paid that %s has paid, where a wallet has two', async (_, part, expected) => {
    const { take, answer, lines } = await waiting([{ ...UNKNOWN, ...part }]);
    answer.meta.postBalances = [...answer.meta.preBalances];
    const [line] = PLAN.lines;
    await db.batch([
      db.prepare(`UPDATE tax_cycles SET currency = 'GOD', proceeds = NULL`),
      db.prepare('UPDATE tax_lines SET address = ?, part = 1 WHERE line = 1').bind(line?.address),
    ]);
    expect(await take('close')).toEqual({ kind: 'done' });
    expect((await lines()).map(({ status }) => status)).toEqual(expected);
  });

  it('is refused for a cycle that is not under way', async () => {
    const { take } = await waiting();
    const refusal = { kind: 'refused', sentence: 'Tax cycle 5 is not under way.' };
    expect(await take('release', 5)).toEqual(refusal);
  });
});
