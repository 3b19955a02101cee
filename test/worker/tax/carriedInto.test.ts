import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CarryNote, carriedInto } from '../../../worker/tax/carriedInto.ts';
import { failTax, isDistributed } from '../../../worker/tax/failTax.ts';
import type { OwnPart } from '../../../worker/tax/readOwnParts.ts';
import { wallet } from '../../domain/wallets.ts';
import { emptyDatabase } from '../database.ts';
import { NOW, noteOf, taxContext } from '../taxContext.ts';

let db: D1Database;
let surprises: unknown[] = [];
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => {
  expect(surprises).toEqual([]);
  surprises = [];
});

const [FIRST, SECOND, THIRD, FOURTH] = [1_000, 2_000, 3_000, 4_000];
const LEFT = 400_000n;
/** Of a clock that is days ahead. */
const DAYS_AHEAD = NOW / 1_000 + 300_000;

/** A tax whose object has stored this note. */
function tax(note: CarryNote | null = null) {
  let height = 1_000;
  const parts: OwnPart[] = [];
  const each = taxContext(
    db,
    [
      () => {
        height += 300;
        return { blockHeight: height, absoluteSlot: height };
      },
    ],
    { readOwnParts: async () => ({ kind: 'whole', parts }), carryNote: noteOf(note) },
  );
  surprises = each.surprises;
  const { context } = each;
  const begin = async (id: number, currency: 'SOL' | 'GOD' = 'SOL') => {
    await context.tax.start({
      ...{ id, slot: 1, currency, configVersion: null, withheld: 9n, inMint: 9n, unsold: 0n, harvests: [] },
    });
    await context.firstHand.began({ id, slot: 1 });
  };
  const end = (id: number, carriedOut: bigint) =>
    db
      .prepare(`UPDATE tax_cycles SET state = 'done', total = '1', ended_at = 1, carried_out = ? WHERE id = ?`)
      .bind(`${carriedOut}`, id)
      .run();
  /** A finished cycle with what it carried in and what it leaves over. */
  async function cycle(id: number, carriedOut: bigint) {
    await begin(id);
    const given = await carriedInto(context, { id });
    await end(id, carriedOut);
    return given;
  }
  return {
    ...{ ...each, parts, begin, end, cycle },
    into: (id: number) => carriedInto(context, { id }),
    /** The same, begun 20 seconds ago by the clock, which goes on for two minutes first. */
    next(carriedOut: bigint) {
      each.later(120_000);
      return cycle(context.now() / 1_000 - 20, carriedOut);
    },
    /** Makes the database what it was before the cycle began. */
    forget: (id: number) => db.prepare('DELETE FROM tax_cycles WHERE id = ?').bind(id).run(),
  };
}

describe('what a tax cycle has left over', () => {
  it('is given to the next one, and to it again when its plan was lost', async () => {
    const { cycle, begin, into, alerts } = tax();
    expect(await cycle(FIRST, LEFT)).toBe(0n);
    await begin(SECOND);
    expect([await into(SECOND), await into(SECOND)]).toEqual([LEFT, LEFT]);
    expect(alerts.size).toBe(0);
  });

  it('is not told as kept back from the cycle that has left it over, when a person closes that one meanwhile', async () => {
    const { begin, end, into, alerts } = tax();
    await begin(FIRST);
    await end(FIRST, LEFT);
    expect([await into(FIRST), alerts.size]).toEqual([0n, 0]);
  });

  it('passes by cycles that paid in GOD', async () => {
    const { cycle, begin, end, into } = tax();
    await cycle(FIRST, LEFT);
    await begin(SECOND, 'GOD');
    await end(SECOND, 0n);
    await begin(THIRD);
    expect(await into(THIRD)).toBe(LEFT);
  });

  it('is not given to a second cycle when the database has forgotten the first one, and a person is told', async () => {
    const { cycle, forget, alerts } = tax();
    await cycle(FIRST, LEFT);
    expect(await cycle(SECOND, 7n)).toBe(LEFT);
    await forget(SECOND);
    expect(await cycle(THIRD, 9n)).toBe(0n);
    expect([...alerts]).toEqual([[`tax-carried:${THIRD}`, expect.stringContaining(`${LEFT} lamports`)]]);
    expect(await cycle(FOURTH, 0n)).toBe(9n);
  });

  it('is not handed on either by a cycle that fails after that', async () => {
    const { context, cycle, begin, forget } = tax();
    await cycle(FIRST, LEFT);
    await cycle(SECOND, 0n);
    await forget(SECOND);
    await begin(THIRD);
    await context.tax.move(THIRD, 'harvest', 'withdraw');
    await context.tax.move(THIRD, 'withdraw', 'swap');
    const third = await context.tax.get(THIRD);
    if (third === null) throw new Error('no cycle');
    await failTax(context, third, { from: 'swap', reason: 'exchange-unavailable', detail: null });
    expect(await context.tax.carriedOver()).toEqual({ from: THIRD, lamports: 0n });
  });

  it.each([
    ['handed on, where the later one was not given it', false, LEFT, []],
    ['told to a person, where the later one was given it', true, 0n, [`tax-carried:${SECOND}`]],
  ])('and belongs to a cycle that comes back although a later one was begun is %s', async (_, isGiven, left, told) => {
    const { context, cycle, begin, forget, into, alerts } = tax();
    await cycle(FIRST, LEFT);
    await begin(SECOND);
    const fail = async () => {
      const second = await context.tax.get(SECOND);
      if (second === null) throw new Error('no cycle');
      await context.tax.move(SECOND, 'harvest', 'withdraw');
      await context.tax.move(SECOND, 'withdraw', 'swap');
      if (!(await isDistributed(context, second, 'swap')))
        await failTax(context, second, { from: 'swap', reason: 'exchange-unavailable', detail: null });
    };
    await fail();
    expect(await context.tax.carriedOver()).toEqual({ from: SECOND, lamports: LEFT });
    await begin(THIRD);
    if (isGiven) expect(await into(THIRD)).toBe(LEFT);
    // The database is put back to a moment before the second one failed.
    await forget(THIRD);
    await db
      .prepare(
        `UPDATE tax_cycles SET state = 'harvest', reason = NULL, carried_out = NULL, ended_at = NULL WHERE id = ?`,
      )
      .bind(SECOND)
      .run();
    for (let i = 0; i < 2; i++) await context.firstHand.isClear({ id: SECOND, slot: 1 });
    await fail();
    expect(await context.tax.get(SECOND)).toMatchObject({ state: 'failed', reason: 'already-distributed' });
    expect(await cycle(FOURTH, 0n)).toBe(left);
    expect([...alerts.keys()].filter((key) => key.startsWith('tax-carried:'))).toEqual(told);
  });

  it.each([
    ['counts again when its distribution is on chain, with which it is compared', 1, LEFT],
    ['does not count again where it has failed', 0, 0n],
  ])('and was given to a cycle that comes back with a restored database %s', async (_, paid, expected) => {
    const { context, cycle, begin, forget, into, parts } = tax();
    await cycle(FIRST, LEFT);
    await cycle(SECOND, 0n);
    await cycle(THIRD, 0n);
    await forget(THIRD);
    await forget(SECOND);
    await begin(SECOND);
    // Another process, which reads the cycle’s transactions from the chain.
    await context.firstHand.began({ id: 1, slot: 1 });
    if (paid > 0) parts.push({ signature: 'paid', slot: 1, blockTime: null, cycle: SECOND, part: 0 });
    for (let i = 0; i < 2; i++) await context.firstHand.isClear({ id: SECOND, slot: 1 });
    expect(await into(SECOND)).toBe(expected);
  });

  it('stays in the wallet where the object has lost its note: nobody knows whether it was given away', async () => {
    const before = tax();
    await before.cycle(FIRST, LEFT);
    const { cycle } = tax();
    expect(await cycle(SECOND, 5n)).toBe(0n);
    expect(await cycle(THIRD, 0n)).toBe(5n);
  });

  it('and is in a wallet that is the tax wallet no more is not asked of the new one, and a person is told where it is', async () => {
    const old = wallet(5);
    const before = tax(null);
    await before.cycle(FIRST, LEFT);
    const { cycle, alerts } = tax({ wallet: old, newest: FIRST, before: null });
    expect(await cycle(SECOND, 5n)).toBe(0n);
    expect([...alerts]).toEqual([[`tax-carried:${SECOND}`, expect.stringContaining(`the earlier tax wallet, ${old}`)]]);
    expect(await cycle(THIRD, 0n)).toBe(5n);
  });

  it('is a debt that is not taken twice, and nobody is told of that', async () => {
    const { cycle, forget, alerts } = tax();
    await cycle(FIRST, -15_000n);
    expect(await cycle(SECOND, 0n)).toBe(-15_000n);
    await forget(SECOND);
    expect([await cycle(THIRD, 0n), alerts.size]).toEqual([0n, 0]);
  });

  it('is kept back for two cycles where a clock was days ahead and the database was restored, and not until that day', async () => {
    const { cycle, next, forget, alerts } = tax();
    await cycle(FIRST, 0n);
    await cycle(DAYS_AHEAD, LEFT);
    await forget(DAYS_AHEAD);
    expect([await next(3n), await next(5n), await next(0n)]).toEqual([0n, 0n, 5n]);
    expect([...alerts.values()]).toEqual([expect.stringContaining('the 3 lamports')]);
  });

  it('is not given twice by a cycle that comes back from behind one whose clock was days ahead', async () => {
    const { cycle, next, begin, end, into, forget } = tax();
    await cycle(FIRST, 0n);
    expect([await cycle(SECOND, LEFT), await cycle(DAYS_AHEAD, 0n)]).toEqual([0n, LEFT]);
    await forget(DAYS_AHEAD);
    await forget(SECOND);
    await begin(SECOND);
    expect(await into(SECOND)).toBe(0n);
    await end(SECOND, LEFT);
    expect(await next(0n)).toBe(0n);
  });
});
