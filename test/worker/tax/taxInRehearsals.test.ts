import { beforeEach, expect, it } from 'vitest';
import { createCollectTax } from '../../../worker/tax/collectTax.ts';
import { emptyDatabase } from '../database.ts';
import { CYCLE_ID, taxContext } from '../taxContext.ts';

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
});

/** A tax collector in rehearsals, with a node to which every call is an error. */
function rehearsing(given: Parameters<typeof taxContext>[2] = {}) {
  const usual = taxContext(db, [() => undefined]);
  const settings = { ...usual.context.settings, payouts: 'shadow' as const };
  const each = taxContext(db, [() => undefined], { settings, ...given });
  return { ...each, collect: createCollectTax(each.context) };
}

it('begins no cycle while rounds are rehearsed: no node is even asked', async () => {
  const { collect, calls } = rehearsing();
  await collect(true);
  expect(calls).toEqual([]);
  expect(await db.prepare('SELECT count(*) AS n FROM tax_cycles').first('n')).toBe(0);
});

it('goes on with a cycle that was under way, because its fees have already left the accounts in which they were withheld', async () => {
  const keys: string[] = [];
  const pending = { kind: 'pending', row: {} as never, seen: 'sent', slot: null } as const;
  const { collect, context } = rehearsing({
    pursueAll: async () => ({ pursued: [], fault: null }),
    pursue: async ({ key }) => {
      keys.push(key);
      return pending;
    },
  });
  const none = { withheld: 9n, inMint: 9n, unsold: 0n, harvests: [] };
  await context.tax.start({ id: CYCLE_ID, slot: 1, currency: 'SOL', configVersion: 4, ...none });
  await context.firstHand.began({ id: CYCLE_ID, slot: 1 });
  await collect(true);
  expect(keys).toEqual([`tax:${CYCLE_ID}:withdraw:0`]);
});
