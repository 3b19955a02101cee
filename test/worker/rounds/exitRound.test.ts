import { beforeEach, describe, expect, it } from 'vitest';
import type { RoundExit } from '../../../src/round/exits.ts';
import type { HoldReason } from '../../../src/round/state.ts';
import { secretKeyOf } from '../completeSettings.ts';
import { learntTerms } from '../fixedTerms.ts';
import { AT, COMMITTED, heldRound, LOCK, quietDatabase, ROUND, refused, type Stage } from '../heldRound.ts';
import { transactionsOf } from '../markedChain.ts';
import { roundMachine } from '../roundMachine.ts';

let db: D1Database;
beforeEach(async () => {
  db = await quietDatabase();
});

const { total } = LOCK;

/** Every reason, where a round is held for it, and whether each exit works there when it was promised and not paid. */
const WAYS: readonly (readonly [HoldReason, Stage, Readonly<Record<RoundExit, 'done' | 'refused'>>, string])[] = [
  ['mark-without-record', 'unrecorded', { release: 'refused', close: 'refused', shelve: 'done' }, 'held'],
  ['mark-without-record', 'locked', { release: 'done', close: 'refused', shelve: 'done' }, 'locked'],
  ['mark-without-record', 'drawn', { release: 'done', close: 'refused', shelve: 'done' }, 'drawn'],
  ['commitment-lost', 'committed', { release: 'done', close: 'refused', shelve: 'done' }, 'committed'],
  ['payout-rejected', 'drawn', { release: 'done', close: 'refused', shelve: 'done' }, 'drawn'],
  ['record-mismatch', 'locked', { release: 'done', close: 'refused', shelve: 'done' }, 'locked'],
  ['overdue', 'locked', { release: 'done', close: 'refused', shelve: 'done' }, 'locked'],
  ['record-mismatch', 'drawn', { release: 'done', close: 'refused', shelve: 'done' }, 'drawn'],
  ['overdue', 'committed', { release: 'done', close: 'refused', shelve: 'done' }, 'committed'],
  ['overdue', 'drawn', { release: 'done', close: 'refused', shelve: 'done' }, 'drawn'],
];

describe.each(WAYS)('a round held for %s when it was %s', (reason, stage, expected, released) => {
  it.each(['release', 'close', 'shelve'] as const)(
    'has its own answer to %s, and is never called off while its commitment stands',
    async (exit) => {
      const { take, row, actions, chain } = await heldRound(db, reason, stage, { transactions: [COMMITTED] });
      expect((await take(exit)).kind).toBe(expected[exit]);
      const isDone = expected[exit] === 'done';
      expect(await actions()).toEqual(
        isDone ? [{ by: 'ann', action: exit, subject: `round ${ROUND}`, reason: 'looked at it' }] : [],
      );
      expect((await row())?.state).toBe(isDone && exit === 'release' ? released : 'held');
      expect(chain.surprises).toEqual([]);
    },
  );
});

describe('a round without a record', () => {
  it('is closed and shelved by the marks of the wallet in its terms, not of the wallet in the settings', async () => {
    const other = transactionsOf(secretKeyOf(2));
    const made = other.commitment({ ...LOCK, wallet: other.address });
    const settings = roundMachine({ db, now: () => AT }).settings;
    const terms = () => learntTerms(settings, [{ from: 1, pool: other.address }]);
    const held = () =>
      heldRound(db, 'mark-without-record', 'unrecorded', { transactions: [made], altered: { terms: terms() } });
    const { take, row } = await held();
    expect(await take('close')).toEqual(refused('is owed'));
    expect((await row())?.state).toBe('held');
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect((await row())?.promised_lamports).toBe(total.toString());
  });
});
