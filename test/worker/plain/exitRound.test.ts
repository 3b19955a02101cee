import { beforeEach, describe, expect, it, vi } from 'vitest';
import { commitMemo } from '../../../src/protocol/v1/commitMemo.ts';
import { payoutMemo } from '../../../src/protocol/v1/payoutMemo.ts';
import type { RoundExit } from '../../../src/round/exits.ts';
import type { HoldReason } from '../../../src/round/state.ts';
import { NotSearched } from '../../../worker/chain/findPayments.ts';
import { createReadRounds } from '../../../worker/services/readRounds.ts';
import { owedByHeldRounds } from '../../../worker/store/winners.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { emptyDatabase } from '../database.ts';
import { AT, heldRound, memo, ROUND, type Stage, transfer } from '../heldRound.ts';
import { BEACON_1000, DOCUMENTS, ENDS_AT, lockOf, WINNERS_1000 } from '../honestRound.ts';

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
  // That a round is held is said aloud.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const COMMITTED = memo(lockOf().memo);
const LATE = memo(lockOf().memo, ENDS_AT - 4);
const FOREIGN = memo(
  commitMemo({
    ...{ round: ROUND, endsAt: ENDS_AT, slot: 1, root: 'ab'.repeat(32), entries: 5, poolLamports: 100n },
    ...{ totalLamports: 20n, beaconKeyId: 'cd'.repeat(8), beaconRound: 9, rulesHash: 'ef'.repeat(32) },
  }),
);
const { root, beaconRound, total } = lockOf();
const PAYOUT = memo(
  payoutMemo({ round: ROUND, endsAt: ENDS_AT, root, beaconRound, winners: 3 }),
  ENDS_AT + 60,
  'the payout',
);

/** Every reason, where a round is held for it, and whether each exit works there when nothing was paid. */
const WAYS: readonly (readonly [HoldReason, Stage, Readonly<Record<RoundExit, 'done' | 'refused'>>, string])[] = [
  ['foreign-commitment', 'locked', { release: 'refused', close: 'refused', shelve: 'done' }, 'held'],
  ['foreign-commitment', 'committed', { release: 'refused', close: 'refused', shelve: 'done' }, 'held'],
  ['commitment-lost', 'committed', { release: 'done', close: 'refused', shelve: 'done' }, 'committed'],
  ['commitment-without-record', 'unrecorded', { release: 'refused', close: 'refused', shelve: 'done' }, 'held'],
  ['payout-without-record', 'unrecorded', { release: 'refused', close: 'refused', shelve: 'refused' }, 'held'],
  ['guard-without-journal', 'drawn', { release: 'done', close: 'refused', shelve: 'refused' }, 'drawn'],
  ['payout-rejected', 'drawn', { release: 'done', close: 'refused', shelve: 'done' }, 'drawn'],
  ['record-mismatch', 'locked', { release: 'done', close: 'refused', shelve: 'refused' }, 'locked'],
  ['record-mismatch', 'drawn', { release: 'done', close: 'refused', shelve: 'done' }, 'drawn'],
  ['overdue', 'committed', { release: 'done', close: 'refused', shelve: 'done' }, 'committed'],
  ['overdue', 'drawn', { release: 'done', close: 'refused', shelve: 'done' }, 'drawn'],
];

describe.each(WAYS)('a round held for %s when it was %s', (reason, stage, expected, released) => {
  // Its commitment is on chain in time: nothing may call it off.
  const held = () => heldRound(db, reason, stage, { memos: [COMMITTED, ...(stage === 'locked' ? [FOREIGN] : [])] });

  it.each(['release', 'close', 'shelve'] as const)(
    'has its own answer to %s, and nothing of it is called off',
    async (exit) => {
      const { take, row, actions } = await held();
      expect((await take(exit)).kind).toBe(expected[exit]);
      const isDone = expected[exit] === 'done';
      expect(await actions()).toEqual(
        isDone ? [{ by: 'ann', action: exit, subject: `round ${ROUND}`, reason: 'looked at it' }] : [],
      );
      expect((await row())?.state).toBe(isDone && exit === 'release' ? released : 'held');
    },
  );
});

describe('a release', () => {
  it.each([
    ['with the guard', [transfer(1), transfer(2), transfer(3)].map((one) => ({ ...one, signature: 'by npm run pay' }))],
    ['by a plain transfer to one winner', [transfer(2, 1n)]],
  ])('of a round that was paid by hand %s is refused, with the payment shown', async (_how, payments) => {
    const { take, row, actions } = await heldRound(db, 'payout-rejected', 'drawn', {
      payments,
      isGuardAllocated: true,
    });
    expect(await take('release')).toEqual({ kind: 'paid', payments });
    expect([(await row())?.state, await actions()]).toEqual(['held', []]);
  });

  it('of a round held before its draw computes the winners, and looks for payments to them', async () => {
    const asked: unknown[] = [];
    const findPayments = async (search: unknown) => {
      asked.push(search);
      return [transfer(3)];
    };
    const { take } = await heldRound(db, 'overdue', 'committed', { altered: { findPayments } });
    expect(await take('release')).toMatchObject({ kind: 'paid' });
    expect(asked).toEqual([{ round: ROUND, winners: WINNERS_1000.map(({ address }) => address), since: ENDS_AT }]);
  });

  it('is refused while a node cannot be searched, no relay has the beacon, or the guard says paid', async () => {
    const silent = new NotSearched('every node has to be searched');
    for (const [says, sentence] of [
      [{ payments: silent }, 'every node has to be searched'],
      [{ altered: { fetchBeacon: async () => null } }, 'No relay has its beacon'],
      [{ isGuardAllocated: true }, 'the chain says that its hour is paid'],
    ] as const) {
      db = await emptyDatabase();
      const { take, row } = await heldRound(db, 'overdue', 'committed', says);
      expect(await take('release')).toEqual({ kind: 'refused', sentence: expect.stringContaining(sentence) });
      expect((await row())?.state).toBe('held');
    }
  });

  it('is refused where the record is still what it was held for: another key, other winners, other entries', async () => {
    for (const [damage, sentence] of [
      [`UPDATE rounds SET wallet = '${lockOf().wallet}'`, 'which alone can pay it'],
      [`UPDATE winners SET lamports = '1' WHERE place = 1`, 'Its stored winners are not the drawn ones'],
      [`UPDATE rounds SET root = '${'00'.repeat(32)}'`, 'do not match its commitment'],
      ['DELETE FROM round_documents', 'do not match its commitment'],
    ] as const) {
      db = await emptyDatabase();
      const { take } = await heldRound(db, 'record-mismatch', 'drawn');
      await db.prepare(damage).run();
      expect(await take('release')).toEqual({ kind: 'refused', sentence: expect.stringContaining(sentence) });
    }
  });

  it('waits for the round under way: one at a time is moved', async () => {
    const { take, rounds } = await heldRound(db, 'overdue', 'committed');
    await rounds.insertLock(lockOf(124), DOCUMENTS, 'another lock');
    expect(await take('release')).toEqual({
      kind: 'refused',
      sentence: expect.stringContaining('Round 124 is under way'),
    });
  });

  it('lets a round be held and told of again, and is held anew after 15 minutes instead of keeping others waiting', async () => {
    const { take, row, later, advance } = await heldRound(db, 'overdue', 'drawn', {
      altered: {
        pursue: async () => ({ kind: 'idle', attempts: [{ state: 'failed', proof: 'no', signature: 's' } as never] }),
      },
    });
    expect(await take('release')).toEqual({ kind: 'done' });
    later(15 * 60_000 + 1);
    await advance();
    expect(await row()).toMatchObject({ state: 'held', reason: 'overdue', detail: expect.stringContaining('release') });
    const { results } = await db.prepare('SELECT key FROM alerts ORDER BY raised_at, key').all();
    expect(results.map(({ key }) => key)).toEqual(['held:123', expect.stringMatching(/^held:123:\d+$/)]);
  });

  it('forgives the payments that the chain had refused: three more are tried', async () => {
    const { take, rounds } = await heldRound(db, 'payout-rejected', 'drawn');
    for (const attempt of [0, 1, 2]) {
      await db
        .prepare(
          `INSERT INTO journal VALUES ('payout:123', ?1, 'failed', '', 'sig ' || ?1, '', 1, 1, 1, NULL, 'refused', 1)`,
        )
        .bind(attempt)
        .run();
    }
    expect(await take('release')).toEqual({ kind: 'done' });
    expect((await rounds.get(ROUND))?.release).toMatchObject({ forgiven: 3 });
  });

  it('is done once: the second operator is told that there is nothing to release', async () => {
    const { take } = await heldRound(db, 'overdue', 'drawn');
    expect((await take('release')).kind).toBe('done');
    expect(await take('release')).toEqual({ kind: 'refused', sentence: 'Round 123 does not wait for a person.' });
  });
});

describe('a released round', () => {
  it('is searched for payments by hand once more before anything is signed, and held again with them', async () => {
    let payments = [] as ReturnType<typeof transfer>[];
    const { take, row, advance } = await heldRound(db, 'payout-rejected', 'drawn', {
      altered: {
        findPayments: async () => payments,
        pursue: async ({ maySign }) => {
          if (await maySign([])) throw new Error('a second payment was signed');
          return { kind: 'idle', attempts: [] };
        },
        signer: {
          ...{ wallet: lockOf().wallet, signCommitment: neverCalled('sign'), signPayout: neverCalled('sign') },
          ...{ draftCommitment: neverCalled('draft'), draftPayout: neverCalled('draft') },
        },
      },
    });
    expect((await take('release')).kind).toBe('done');
    payments = [transfer(1)];
    await advance();
    expect(await row()).toMatchObject({
      ...{ state: 'held', reason: 'payout-without-record' },
      detail: `transfer to place 1 paid ${transfer(1).lamports} lamports to ${transfer(1).to}`,
    });
  });
});

describe('a close', () => {
  it('ends a round as paid when its payout and guard are on chain', async () => {
    const { take, row } = await heldRound(db, 'guard-without-journal', 'drawn', {
      memos: [PAYOUT],
      isGuardAllocated: true,
    });
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({
      state: 'paid',
      reason: null,
      payout_signature: 'the payout',
      payout_status: 'final',
    });
    // It was an outflow that the journal does not know: the reconciler has nothing to ask about it.
    const outflow = await db.prepare('SELECT signature, acknowledged_by, round FROM outflows').first();
    expect(outflow).toEqual({ signature: 'the payout', acknowledged_by: 'ann', round: ROUND });
    expect(await owedByHeldRounds(db)).toBe(0n);
  });

  it('stores the draw of a round that was paid before it was drawn here', async () => {
    const { take, rounds } = await heldRound(db, 'overdue', 'committed', { memos: [PAYOUT], isGuardAllocated: true });
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await rounds.get(ROUND)).toMatchObject({ state: 'paid', drawn: BEACON_1000 });
    const { results } = await db.prepare('SELECT place, address FROM winners ORDER BY place').all();
    expect(results).toEqual(WINNERS_1000.map(({ place, address }) => ({ place, address })));
    expect(await db.prepare(`SELECT winners FROM winner_totals WHERE address = 'all'`).first()).toEqual({ winners: 3 });
  });

  it('believes no memo of the payout while the guard is not allocated', async () => {
    const { take, row } = await heldRound(db, 'payout-rejected', 'drawn', { memos: [PAYOUT] });
    expect((await take('close')).kind).toBe('refused');
    expect((await row())?.state).toBe('held');
  });

  it('takes plain transfers of every prize as the payment, and names what is missing of them', async () => {
    const short = await heldRound(db, 'payout-rejected', 'drawn', { payments: [transfer(1), transfer(2, 5n)] });
    const sentence = expect.stringMatching(/place 2\) 493827151 lamports.*place 3\) 246913578 lamports/);
    expect(await short.take('close')).toEqual({ kind: 'refused', sentence });
    db = await emptyDatabase();
    const payments = [transfer(1), transfer(2), transfer(3)];
    const { take, row } = await heldRound(db, 'payout-rejected', 'drawn', { payments });
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({ state: 'paid', payout_signature: 'transfer to place 3' });
  });

  it.each([
    ['foreign-commitment', 'locked', []],
    ['record-mismatch', 'locked', [LATE]],
    ['commitment-lost', 'committed', []],
    ['commitment-without-record', 'unrecorded', [LATE]],
  ] as const)(
    'rolls a round held for %s (%s) over when nothing of ours was on chain in time',
    async (reason, stage, memos) => {
      const { take, row } = await heldRound(db, reason, stage, { memos });
      expect(await take('close')).toEqual({ kind: 'done' });
      expect(await row()).toMatchObject({ state: 'rolled-over', reason: 'commitment-late' });
      expect(await owedByHeldRounds(db)).toBe(0n);
    },
  );

  it('ends the wait of a round without a record whose payment is on chain', async () => {
    const { take, row } = await heldRound(db, 'payout-without-record', 'unrecorded', {
      memos: [PAYOUT],
      isGuardAllocated: true,
    });
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({ state: 'held', payout_signature: 'the payout', closed_at: expect.any(Number) });
    expect(await take('close')).toEqual({ kind: 'refused', sentence: 'Round 123 does not wait for a person.' });
  });

  it('decides nothing by another wallet than the round’s', async () => {
    const { take } = await heldRound(db, 'record-mismatch', 'locked', { memos: [] });
    await db.prepare(`UPDATE rounds SET wallet = '${lockOf().wallet}'`).run();
    expect(await take('close')).toEqual({ kind: 'refused', sentence: expect.stringContaining('Put that key back') });
  });
});

describe('a shelved round', () => {
  it('stays publicly owed with its prizes set aside, and can be released later', async () => {
    const { take, row, settings } = await heldRound(db, 'payout-rejected', 'drawn');
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({ state: 'held', shelved_by: 'ann', shelved_reason: 'looked at it' });
    expect(await owedByHeldRounds(db)).toBe(total);
    const { detail } = createReadRounds({ db, clock: settings.clock, now: () => 1.9e12 });
    expect(await detail(ROUND)).toMatchObject({ state: 'held', owedSince: new Date(AT).toISOString() });
    expect((await take('shelve')).kind).toBe('refused');
    expect(await take('release')).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({ state: 'drawn', shelved_at: null });
  });

  it('without a record sets aside what its commitment names', async () => {
    const { take } = await heldRound(db, 'commitment-without-record', 'unrecorded');
    await db.prepare('UPDATE rounds SET detail = ?').bind(`transaction sig says "${lockOf().memo}"`).run();
    expect(await owedByHeldRounds(db)).toBe(0n);
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await owedByHeldRounds(db)).toBe(total);
  });
});
