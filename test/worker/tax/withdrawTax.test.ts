import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPursue } from '../../../worker/engine/intention.ts';
import { createPursueAll } from '../../../worker/engine/pursueAll.ts';
import { withdrawTax } from '../../../worker/tax/withdrawTax.ts';
import { emptyDatabase } from '../database.ts';
import { answering } from '../fakeNodes.ts';
import { BEGUN_AT, CONFIG, CYCLE_ID, taxContext } from '../taxContext.ts';
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
