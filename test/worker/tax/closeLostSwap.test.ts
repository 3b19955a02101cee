import { beforeEach, describe, expect, it } from 'vitest';
import { namedBytes } from '../namedBytes.ts';
import { oneByOne } from '../oneByOne.ts';
import { CYCLE_ID } from '../taxContext.ts';
import { COLLECTED, UNKNOWN, waitingCycles } from '../waitingCycle.ts';

const { waiting, database, hold } = waitingCycles();
let db: D1Database;
beforeEach(() => {
  db = database();
});

describe('a close of a tax cycle whose swap the database may have lost', () => {
  it.each(['swap', 'withdraw'])(
    'at its %s subtracts nothing from the next cycle for payments from a swap that the database has lost, and says so',
    async (state) => {
      const { context, take, kept } = await waiting([UNKNOWN]);
      await db.prepare(`UPDATE tax_cycles SET state = ?, sold = NULL, proceeds = NULL, total = NULL`).bind(state).run();
      expect(await take('close')).toEqual({ kind: 'done' });
      expect((await context.tax.carriedOver()).lamports).toBe(0n);
      expect(await kept()).toContain('has forgotten a swap of this cycle');
    },
  );

  it.each([
    ['tells of a swap that the database has lost: nobody distributes what it has brought', COLLECTED - 1n, 1],
    ['tells of no lost swap while all GOD is there', COLLECTED, 0],
  ])('at its swap after a gap %s', async (_, there, told) => {
    const { take, forget, alerts, pass } = await waiting();
    await db.prepare(`UPDATE tax_cycles SET state = 'swap', sold = NULL, proceeds = NULL, total = NULL`).run();
    hold(there);
    await forget(0);
    pass(300);
    expect(await take('close')).toEqual({ kind: 'done' });
    expect([...alerts.keys()].filter((key) => key.startsWith('tax-lost-swap:'))).toHaveLength(told);
  });

  it.each([
    ['harvest', 'swap', 1],
    ['withdraw', 'swap', 1],
    // An object that has signed no swap knows that none is lost.
    ['withdraw', 'harvest', 0],
  ])(
    'at its %s after a gap sees in the object’s note that a %s was signed: of lost swaps it tells %i',
    async (state, name, told) => {
      const { context, take, pass, alerts } = await waiting();
      const row = { bytes: namedBytes('lost'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt: 0 };
      const journal = oneByOne(context.firstHand.watch(context.journal));
      await db.batch([
        db.prepare('UPDATE tax_cycles SET state = ?').bind(name),
        db
          .prepare(
            `INSERT INTO tax_steps (cycle, name, part, status, amount, currency) VALUES (?, ?, 0, 'pending', '0', 'GOD') ON CONFLICT DO NOTHING`,
          )
          .bind(CYCLE_ID, name),
      ]);
      await journal.write({ ...row, key: `tax:${CYCLE_ID}:${name}:0`, signature: 'lost' });
      // The database is put back to before it.
      await db.batch([
        db.prepare('DELETE FROM journal'),
        db.prepare(`UPDATE tax_cycles SET state = ?, sold = NULL, proceeds = NULL, total = NULL`).bind(state),
      ]);
      expect(await take('close')).toMatchObject({ sentence: expect.stringContaining('two minutes') });
      pass(300);
      expect(await take('close')).toEqual({ kind: 'done' });
      expect([...alerts.keys()]).toEqual(told === 0 ? [] : [`tax-lost-swap:${CYCLE_ID}`]);
    },
  );

  it.each([
    ['tells that a swap may be lost where the object has not begun it', 1, 1],
    ['tells of no lost swap where the object has begun a later one: this one’s result was told then', CYCLE_ID + 9, 0],
  ])('at its withdrawal after a gap %s', async (_, noted, told) => {
    const { context, take, pass, alerts } = await waiting();
    await db.prepare(`UPDATE tax_cycles SET state = 'withdraw', sold = NULL, proceeds = NULL, total = NULL`).run();
    await context.firstHand.began({ id: noted, slot: 1 });
    await take('close');
    pass(300);
    expect(await take('close')).toEqual({ kind: 'done' });
    expect([...alerts.keys()].filter((key) => key.startsWith('tax-lost-swap:'))).toHaveLength(told);
  });
});
