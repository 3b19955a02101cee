import { beforeEach, expect, it, vi } from 'vitest';
import { payoutMemo } from '../../../src/protocol/v1/payoutMemo.ts';
import { createReadRounds } from '../../../worker/services/readRounds.ts';
import { owedByHeldRounds } from '../../../worker/store/winners.ts';
import { emptyDatabase } from '../database.ts';
import { AT, heldRound, memo, ROUND } from '../heldRound.ts';
import { ENDS_AT, lockOf } from '../honestRound.ts';

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
  // That a round is held is said aloud.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const COMMITTED = memo(lockOf().memo);

it.each([
  ['payout-rejected', 'drawn', `it is owed. Release it, pay it with "npm run pay -- ${ROUND}", or shelve it.`],
  ['foreign-commitment', 'committed', 'so that nobody can draw it. Shelve it.'],
  ['foreign-commitment', 'locked', 'so that nobody can draw it. Shelve it.'],
  ['commitment-without-record', 'unrecorded', 'Restore a backup that has its entries, or shelve it.'],
  ['guard-without-journal', 'drawn', 'Ask a node with a whole history, and close it then.'],
  ['payout-without-record', 'unrecorded', 'Ask a node with a whole history, and close it then.'],
] as const)(
  'a close of an unpaid round held for %s (%s) is refused, and names no way that it does not have',
  async (reason, stage, sentence) => {
    const { take } = await heldRound(db, reason, stage, { memos: [COMMITTED] });
    expect(await take('close')).toEqual({ kind: 'refused', sentence: expect.stringContaining(sentence) });
  },
);

it('a close of a shelved round does not send anybody to shelve it again', async () => {
  const { take } = await heldRound(db, 'overdue', 'drawn', { memos: [COMMITTED] });
  expect(await take('shelve')).toEqual({ kind: 'done' });
  const sentence = `it is owed. Release it or pay it with "npm run pay -- ${ROUND}".`;
  expect(await take('close')).toEqual({ kind: 'refused', sentence: expect.stringContaining(sentence) });
});
it.each([
  ['guard-without-journal', 'drawn', 'paid'],
  ['payout-without-record', 'unrecorded', 'held'],
] as const)(
  'a round held for %s is closed by a payment that the chain stamped a moment before the end: its clock is behind ours',
  async (reason, stage, state) => {
    const { root, beaconRound } = lockOf();
    const text = payoutMemo({ round: ROUND, endsAt: ENDS_AT, root, beaconRound, winners: 3 });
    const memos = [COMMITTED, memo(text, ENDS_AT - 2, 'the payout')];
    const { take, row } = await heldRound(db, reason, stage, { memos, isGuardAllocated: true });
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({ state, payout_signature: 'the payout', closed_at: expect.any(Number) });
  },
);

it('whoever looks at a round that was closed by its payment alone is told that nothing is awaited any more', async () => {
  const { root, beaconRound } = lockOf();
  const text = payoutMemo({ round: ROUND, endsAt: ENDS_AT, root, beaconRound, winners: 3 });
  const memos = [memo(text, ENDS_AT + 1, 'the payout')];
  const says = { memos, isGuardAllocated: true };
  const { take, settings } = await heldRound(db, 'payout-without-record', 'unrecorded', says);
  const { detail } = createReadRounds({ db, clock: settings.clock, now: () => 1.9e12 });
  expect(await detail(ROUND)).toMatchObject({ state: 'held', closedAt: null });
  expect(await take('close')).toEqual({ kind: 'done' });
  expect(await detail(ROUND)).toMatchObject({ state: 'held', closedAt: new Date(AT).toISOString() });
});

it('a round that only another text of our key has promised is shelved when that was in time, and else closed alone', async () => {
  const late = memo(lockOf().memo, ENDS_AT - 4);
  const called = await heldRound(db, 'foreign-commitment', 'locked', { memos: [late] });
  const sentence = expect.stringContaining('is not owed: the chain has no commitment of it in time. Close it.');
  expect(await called.take('shelve')).toEqual({ kind: 'refused', sentence });
  expect(await called.take('close')).toEqual({ kind: 'done' });
  db = await emptyDatabase();
  const owed = await heldRound(db, 'foreign-commitment', 'locked', { memos: [COMMITTED] });
  expect(await owed.take('shelve')).toEqual({ kind: 'done' });
  expect(await owedByHeldRounds(db)).toBe(lockOf().total);
  const shelved = expect.stringContaining('so that nobody can draw it. Close it once its payment is on chain.');
  expect(await owed.take('close')).toEqual({ kind: 'refused', sentence: shelved });
});
