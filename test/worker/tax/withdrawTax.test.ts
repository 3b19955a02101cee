import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPursue } from '../../../worker/engine/intention.ts';
import { createPursueAll } from '../../../worker/engine/pursueAll.ts';
import { rememberAttempts } from '../../../worker/engine/rememberAttempts.ts';
import { withdrawTax } from '../../../worker/tax/withdrawTax.ts';
import { emptyDatabase } from '../database.ts';
import { answering } from '../fakeNodes.ts';
import { namedBytes } from '../namedBytes.ts';
import { BEGUN_AT, CONFIG, CYCLE_ID, landed, taxContext } from '../taxContext.ts';
import { mintAnswer } from '../tokenAccounts.ts';

let db: D1Database;
let surprises: unknown[] = [];
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => {
  expect(surprises).toEqual([]);
});

it.each([
  ['in SOL goes on to its swap, also where swaps are switched off since then', 'SOL', false, 'swap'],
  ['in GOD is distributed, also where swaps are switched on since then', 'GOD', true, 'distribute'],
] as const)('a cycle that began %s', async (_, currency, autoSwap, next) => {
  const each = taxContext(db, [answering({ getAccountInfo: () => mintAnswer(10n ** 15n, 0n) })]);
  ({ surprises } = each);
  const { journal, rpc, now, settings } = each.context;
  const pursueAll = createPursueAll({ journal, rpc, now });
  const context = { ...each.context, settings: { ...settings, autoSwap }, pursueAll, pursue: createPursue(pursueAll) };
  await context.tax.start({
    ...{ id: CYCLE_ID, slot: BEGUN_AT, currency, configVersion: CONFIG.version },
    ...{ withheld: 9n, inMint: 0n, unsold: 9n, harvests: [] },
  });
  await context.tax.move(CYCLE_ID, 'harvest', 'withdraw');
  const cycle = await context.tax.get(CYCLE_ID);
  if (cycle === null) throw new Error('no cycle');
  await withdrawTax(context, cycle);
  expect((await context.tax.get(CYCLE_ID))?.state).toBe(next);
});

it('a withdrawal that landed, and that a restored database has forgotten, moves nothing on and is not asked for at once again', async () => {
  const status = { slot: 500, err: null, confirmationStatus: 'confirmed' };
  const each = taxContext(db, [
    answering({
      getSignatureStatuses: () => ({ context: { slot: 500 }, value: [status] }),
      getTransaction: () => landed({ god: 9n }),
    }),
  ]);
  ({ surprises } = each);
  const { rpc, now, tax } = each.context;
  const journal = rememberAttempts(each.context.journal, now);
  const pursueAll = createPursueAll({ journal, rpc, now });
  const context = { ...each.context, journal, pursueAll, pursue: createPursue(pursueAll) };
  await tax.start({
    ...{ id: CYCLE_ID, slot: BEGUN_AT, currency: 'SOL', configVersion: CONFIG.version },
    ...{ withheld: 9n, inMint: 9n, unsold: 0n, harvests: [] },
  });
  await tax.move(CYCLE_ID, 'harvest', 'withdraw');
  await tax.addStep({ cycle: CYCLE_ID, name: 'withdraw', part: 0, amount: 9n, currency: 'GOD' });
  const row = { attempt: 0, blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, bytes: namedBytes('it') };
  await journal.writeAll([{ ...row, key: `tax:${CYCLE_ID}:withdraw:0`, signature: 'landed' }]);
  await db.batch([db.prepare('DELETE FROM journal'), db.prepare('DELETE FROM tax_steps')]);
  const cycle = await tax.get(CYCLE_ID);
  if (cycle === null) throw new Error('no cycle');
  expect(await withdrawTax(context, cycle)).toEqual({ kind: 'wait', until: now() + 700 });
  expect((await tax.get(CYCLE_ID))?.state).toBe('withdraw');
});

it('an honest node that is a slot behind this cycle’s harvest is asked again, and is not called a liar', async () => {
  let asked = 0;
  const behind = () => {
    asked += 1;
    return asked === 1 ? mintAt(499, 0n) : mintAt(500, 9n);
  };
  const ahead = answering({ getAccountInfo: () => mintAt(500, 9n) });
  const each = taxContext(db, [answering({ getAccountInfo: behind }), ahead, ahead], {
    pursue: async ({ maySign }) => {
      expect(await maySign([])).toBe(true);
      throw new Error('it may sign');
    },
  });
  ({ surprises } = each);
  const { context } = each;
  const { tax, journal } = context;
  await tax.start({
    ...{ id: CYCLE_ID, slot: BEGUN_AT, currency: 'SOL', configVersion: CONFIG.version },
    ...{ withheld: 9n, inMint: 0n, unsold: 0n, harvests: [{ accounts: [], amount: 9n }] },
  });
  const attempt = { attempt: 0, blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, bytes: namedBytes('harvest') };
  const [row] = await journal.writeAll([{ ...attempt, key: `tax:${CYCLE_ID}:harvest:0`, signature: 'harvest' }]);
  if (row === undefined) throw new Error('no attempt');
  await journal.settleAll([{ row, state: 'confirmed', slot: 500 }]);
  await tax.move(CYCLE_ID, 'harvest', 'withdraw');
  const cycle = await tax.get(CYCLE_ID);
  if (cycle === null) throw new Error('no cycle');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const run = expect(withdrawTax(context, cycle)).rejects.toThrow('it may sign');
    await vi.waitFor(() => expect(asked).toBeGreaterThan(0));
    await vi.advanceTimersByTimeAsync(1_000);
    await run;
  } finally {
    vi.useRealTimers();
  }
  expect(each.doubts).toEqual([]);
});

const mintAt = (slot: number, withheld: bigint) => ({ ...mintAnswer(10n ** 15n, withheld), context: { slot } });
