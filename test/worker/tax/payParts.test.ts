import { describe, expect, it } from 'vitest';
import { LINES, PLAN, plannedCycles, SENT, type View } from '../plannedCycles.ts';
import { CYCLE_ID } from '../taxContext.ts';

const { planned } = plannedCycles();

describe('one liar of two nodes', () => {
  it.each<[string, Partial<View>]>([
    ['a part final', { status: 'finalized' }],
    ['a part failed', { status: 'finalized', error: { InstructionError: [2, { Custom: 1 }] } }],
    ['a part dead', { height: 600 }],
  ])('that calls %s moves nothing: it is neither settled nor split nor signed again', async (_, lie) => {
    const { first, look, see, paid, steps, lines } = await planned({}, {});
    await look(first);
    see({}, lie);
    for (let i = 0; i < 3; i++) await look(first).catch(() => undefined);
    expect([paid.length, await steps(), await lines()]).toEqual([LINES, [[0, 'pending']], ['pending', 'pending']]);
    // The truth is stored as soon as both nodes say it.
    see({ status: 'finalized' }, { ...SENT, status: 'finalized' });
    await look(first);
    expect([paid.length, await steps()]).toEqual([LINES, [[0, 'final']]]);
  });

  it('that shows another fee, or other payments, is not asked: the bytes that were signed say both', async () => {
    const { first, look, see, steps } = await planned({}, {});
    await look(first);
    see({ status: 'finalized' }, { status: 'finalized', off: 5n });
    await look(first);
    expect([await steps(), await first.tax.steps(CYCLE_ID, 'distribute')]).toMatchObject([
      [[0, 'final']],
      [{ fee: 5_000n }],
    ]);
  });
});

describe('a part that has failed on chain', () => {
  const failed: Partial<View> = { status: 'finalized', error: { InstructionError: [2, { Custom: 1 }] } };

  it('according to both nodes is split; each line gets a part whose number is the same after every restore of the database', async () => {
    const { first, look, see, steps } = await planned({}, {});
    await look(first);
    see(failed, failed);
    await look(first);
    expect(await steps()).toEqual([[0, 'failed'], ...PLAN.lines.map((_, line) => [1_000 + line, 'pending'])]);
  });
});

describe('a part that pays the pool', () => {
  it('is not signed near a lock, and others are not kept waiting', async () => {
    const { first, look, mayPay, paid, steps } = await planned({});
    mayPay.pool = false;
    expect(await look(first)).toMatchObject({ kind: 'wait' });
    expect([paid, await steps()]).toEqual([[], [[0, 'pending']]]);
    await first.tax.splitPart(
      { id: CYCLE_ID, currency: 'SOL' },
      0,
      PLAN.lines.map(({ amount }, line) => ({ line, amount, part: 1_000 + line })),
    );
    await look(first);
    expect(paid).toEqual([PLAN.lines[1]?.address]);
    mayPay.pool = true;
    await look(first);
    expect(paid).toHaveLength(LINES);
  });
});
