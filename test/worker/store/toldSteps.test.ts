import { beforeEach, expect, it, vi } from 'vitest';
import { createTellTransition } from '../../../worker/store/journal/tellTransition.ts';
import { createRoundLog } from '../../../worker/store/rounds/roundLog.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { createTaxStore } from '../../../worker/store/tax/taxCycles.ts';
import { createTaxLog } from '../../../worker/store/tax/taxLog.ts';
import { emptyDatabase } from '../database.ts';
import { REACH } from '../roundStates.ts';
import { PLAN } from '../wholeTaxCycle.ts';

const NOW = 1_692_806_400_000;
const CLOCK = { genesisTime: 1_700_000_000, roundSeconds: 3_600, entryLockSeconds: 60 };

let db: D1Database;
const lines: string[] = [];
const told = () => lines.map((line) => JSON.parse(line));
const tell = createTellTransition({ now: () => NOW, lastNode: () => null, log: (line) => lines.push(line) });
beforeEach(async () => {
  db = await emptyDatabase();
  lines.length = 0;
});

it('a round that is rolled over by an exit is told with its reason', async () => {
  const rounds = createRoundStore(db, () => NOW, 'live', createRoundLog(CLOCK, tell));
  await REACH.locked(rounds);
  lines.length = 0;
  expect(await rounds.rollOver(123, 'commitment-late', 'no mark')).toBe(true);
  expect(told()).toMatchObject([{ round: 123, from: 'locked', to: 'rolled-over', reason: 'commitment-late' }]);
});

it('a round that is held is told once in the log of errors, under the name of its alert', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const rounds = createRoundStore(db, () => NOW);
  await REACH.locked(rounds);
  expect(await rounds.hold(123, 'overdue', 'a cause')).toBe(true);
  expect(await rounds.hold(123, 'overdue', 'a cause')).toBe(false);
  expect(logged.mock.calls).toEqual([[expect.stringMatching(/^ALERT held:123: Round 123 is held \(overdue\)\./)]]);
});

it('a swap and the end of a tax cycle are told, with the newest transaction', async () => {
  const id = NOW / 1_000;
  const tax = createTaxStore(db, () => NOW, createTaxLog(tell));
  await tax.start({
    ...{ id, slot: 1, currency: 'SOL', configVersion: 4, withheld: 9n, inMint: 0n, unsold: 0n },
    harvests: [],
  });
  await tax.move(id, 'harvest', 'withdraw');
  await tax.move(id, 'withdraw', 'swap');
  await tax.addStep({ cycle: id, name: 'swap', part: 0, amount: 5n, currency: 'GOD' });
  lines.length = 0;
  expect(await tax.swapped(id, { signature: 'sold', fee: 1n, sold: 5n, proceeds: 9n })).toBe(true);
  const plan = { ...PLAN, lines: [], parts: 0 };
  expect([await tax.plan(id, plan), await tax.finish(id, { fees: 1n, carriedOut: 0n })]).toEqual([true, true]);
  expect(told()).toMatchObject([
    { cycle: id, from: 'swap', to: 'distribute', signature: 'sold' },
    { cycle: id, from: 'distribute', to: 'done', signature: 'sold' },
  ]);
});
