import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTellTransition } from '../../../worker/store/journal/tellTransition.ts';
import { createRoundLog } from '../../../worker/store/rounds/roundLog.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { createTaxStore } from '../../../worker/store/tax/taxCycles.ts';
import { createTaxLog } from '../../../worker/store/tax/taxLog.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, WINNERS_1000 } from '../honestRound.ts';

const CLOCK = { genesisTime: 1_700_000_000, roundSeconds: 3_600, entryLockSeconds: 60 };
const END_OF = (round: number) => (CLOCK.genesisTime + round * CLOCK.roundSeconds) * 1000;

let db: D1Database;
let now: number;
const lines: string[] = [];
beforeEach(async () => {
  db = await emptyDatabase();
  lines.length = 0;
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const tell = createTellTransition({ now: () => now, lastNode: () => 'node 2', log: (line) => lines.push(line) });
const told = () => lines.map((line) => JSON.parse(line));

describe('the log', () => {
  it('has one line for every step of a round, and no line for a step that did not happen', async () => {
    const rounds = createRoundStore(db, () => now, 'live', createRoundLog(CLOCK, tell));
    now = END_OF(3) - 59_000;
    await rounds.insertLock(lockOf(3), DOCUMENTS, 'lock');
    await rounds.insertLock(lockOf(3), DOCUMENTS, 'another');
    await rounds.commit(3, { ...COMMITMENT, final: true });
    now = END_OF(3) + 1_200;
    await rounds.draw(3, BEACON_1000, WINNERS_1000);
    await rounds.draw(3, BEACON_1000, WINNERS_1000);
    await rounds.pay(3, 'payout-signature', 9);
    const rest = { event: 'transition', round: 3, reason: null, node: 'node 2', signature: null };
    expect(told()).toEqual([
      { ...rest, from: null, to: 'locked', msSinceDue: 1_000 },
      { ...rest, from: 'locked', to: 'committed', msSinceDue: 1_000, signature: 'commit-signature' },
      { ...rest, from: 'committed', to: 'drawn', msSinceDue: 1_200 },
      { ...rest, from: 'drawn', to: 'paid', msSinceDue: 1_200, signature: 'payout-signature' },
    ]);
  });

  it('says from which state a round was held, also after a restart, and why rounds are called off', async () => {
    now = END_OF(2);
    const before = createRoundStore(db, () => now);
    await before.insertLock(lockOf(2), DOCUMENTS, 'lock');
    await before.commit(2, COMMITMENT);
    const rounds = createRoundStore(db, () => now, 'live', createRoundLog(CLOCK, tell));
    await rounds.inFlight();
    await rounds.hold(2, 'overdue', 'https://rpc.test/canary-key');
    await rounds.insertUnlocked([
      { round: 1, endsAt: END_OF(1) / 1000, state: 'rolled-over', reason: 'missed', detail: 'canary' },
    ]);
    expect(told()).toMatchObject([
      { round: 2, from: 'committed', to: 'held', reason: 'overdue' },
      { round: 1, from: null, to: 'rolled-over', reason: 'missed', msSinceDue: 3_600_000 },
    ]);
    // Only operators see the words of a node or an exchange.
    expect(lines.join()).not.toContain('canary');
  });

  it('has one line for every step of a tax cycle, with its newest transaction', async () => {
    const id = 1_700_000_000;
    const tax = createTaxStore(db, () => now, createTaxLog(tell));
    now = id * 1000 + 5_000;
    const cycle = { id, slot: 1, currency: 'SOL', configVersion: null, withheld: 9n, inMint: 0n, unsold: 0n } as const;
    await tax.start({ ...cycle, harvests: [{ amount: 9n, accounts: ['account'] }] });
    await tax.start({ ...cycle, harvests: [] });
    await tax.settleStep({ cycle: id, name: 'harvest', part: 0 }, { status: 'final', signature: 'harvested', fee: 5n });
    await tax.move(id, 'harvest', 'withdraw');
    await tax.move(id, 'withdraw', 'swap');
    await tax.fail(id, { from: 'swap', reason: 'swap-refused', detail: 'canary', fees: 5n, carriedOut: 0n });
    expect(told()).toMatchObject([
      { cycle: id, from: null, to: 'harvest', msSinceDue: 5_000, signature: null },
      { cycle: id, from: 'harvest', to: 'withdraw', signature: 'harvested', node: 'node 2' },
      { cycle: id, from: 'withdraw', to: 'swap' },
      { cycle: id, from: 'swap', to: 'failed', reason: 'swap-refused' },
    ]);
    expect(lines.join()).not.toContain('canary');
  });
});
