import { beforeEach, expect, it } from 'vitest';
import { createTaxStore, type TaxStore } from '../../../worker/store/tax/taxCycles.ts';
import { releaseCycle } from '../../../worker/store/tax/taxExits.ts';
import { emptyDatabase } from '../database.ts';

const NOW = 1_692_806_400_000;
const ID = NOW / 1_000;

let db: D1Database;
let tax: TaxStore;
beforeEach(async () => {
  db = await emptyDatabase();
  tax = createTaxStore(db, () => NOW);
  await tax.start({
    ...{ id: ID, slot: 1, currency: 'SOL', configVersion: null, withheld: 9n, inMint: 0n, unsold: 0n },
    harvests: [],
  });
  await tax.move(ID, 'harvest', 'withdraw');
});

const release = (state: 'harvest' | 'withdraw') =>
  releaseCycle(db, { id: ID, state, deed: { by: 'operator', reason: 'looked at it', at: NOW } });
const actions = async () => (await db.prepare('SELECT by, action, subject FROM actions').all()).results;

it('a tax cycle is released in the state in which an operator saw it, and who did it is noted', async () => {
  await tax.refused(ID, 'withdraw', 'a refusal');
  expect(await release('withdraw')).toBe(true);
  expect((await tax.get(ID))?.detail).toBeNull();
  expect(await actions()).toEqual([{ by: 'operator', action: 'release', subject: `tax cycle ${ID}` }]);
});

it('a tax cycle that has moved on is not released, and nothing is noted', async () => {
  await tax.refused(ID, 'withdraw', 'a refusal');
  expect(await release('harvest')).toBe(false);
  expect((await tax.get(ID))?.detail).toBe('a refusal');
  expect(await actions()).toEqual([]);
});
