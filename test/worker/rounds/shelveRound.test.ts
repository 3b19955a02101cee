import { beforeEach, describe, expect, it } from 'vitest';
import { createReadRounds } from '../../../worker/answers/rounds/readRounds.ts';
import { writeCheckpoint } from '../../../worker/store/rounds/checkpoints.ts';
import { recordLosses } from '../../../worker/store/rounds/losses.ts';
import { recordOutflows } from '../../../worker/store/rounds/outflows.ts';
import { owedByOpenRounds, prizesSince } from '../../../worker/store/views/rounds/winners.ts';
import { emptyDatabase } from '../database.ts';
import type { FakeNode } from '../fakeNodes.ts';
import { AT, COMMITTED, heldRound, LOCK, OURS, PAID, quietDatabase, ROUND, refused } from '../heldRound.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, ENDS_AT, lockOf, WINNERS_1000 } from '../honestRound.ts';
import { LISTS_WHAT_IS_REFUSED, markedNode } from '../markedChain.ts';

let db: D1Database;
beforeEach(async () => {
  db = await quietDatabase();
});

const { total } = LOCK;
/** Nodes that show this balance of the pool, lamports. */
const holding =
  (lamports: number) =>
  (honest: FakeNode): FakeNode[] => [
    (method, params) => {
      if (method === 'getMinimumBalanceForRentExemption') return 897_840;
      return method === 'getBalance' ? { context: { slot: 9 }, value: lamports } : honest(method, params);
    },
  ];

describe('a shelved round', () => {
  it('stays publicly owed with its prizes set aside, and can be released later', async () => {
    const { take, row, settings } = await heldRound(db, 'payout-rejected', 'drawn');
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({ state: 'held', shelved_by: 'ann', shelved_reason: 'looked at it' });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: total, unknown: null });
    const { detail } = createReadRounds({ db, clock: settings.clock, now: () => 1.9e12 });
    expect(await detail(ROUND)).toMatchObject({ state: 'held', owedSince: new Date(AT).toISOString() });
    expect((await take('shelve')).kind).toBe('refused');
    expect(await take('release')).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({ state: 'drawn', shelved_at: null });
  });

  it('without a record sets aside what its commitment names', async () => {
    const { take } = await heldRound(db, 'mark-without-record', 'unrecorded', { transactions: [COMMITTED] });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: 0n, unknown: ROUND });
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: total, unknown: null });
  });

  it('whose commitment nobody shows sets aside a fifth of what the pool holds', async () => {
    const { take } = await heldRound(db, 'mark-without-record', 'unrecorded', {
      transactions: [{ ...COMMITTED, names: [] }],
      nodes: holding(50_000_000_000),
    });
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: 10_000_000_000n, unknown: null });
  });

  it('waits while the pool holds less than its journal explains, and then sets aside a fifth of what it held before', async () => {
    const { take } = await heldRound(db, 'mark-without-record', 'unrecorded', {
      transactions: [{ ...COMMITTED, names: [] }],
      nodes: holding(50_000_000_000),
    });
    const [wallet, at] = [LOCK.wallet, ENDS_AT * 1000];
    await writeCheckpoint(db, { wallet, slot: 8, takenAt: at, lamports: 80_000_000_000n });
    expect(await take('shelve')).toEqual(refused('holds less than its journal explains'));
    await recordOutflows(db, { wallet, signatures: ['theft'] }, { by: 'reconciler', reason: 'found', at });
    await recordLosses(db, { signature: 'theft', slot: 9, losses: [{ wallet, lamports: 30_000_000_000n }] });
    expect(await take('shelve')).toEqual(refused('holds less than its journal explains'));
    await db.prepare("UPDATE outflows SET acknowledged_at = 1, acknowledged_by = 'ann', reason = 'seen'").run();
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await owedByOpenRounds(db, wallet)).toEqual({ lamports: 16_000_000_000n, unknown: null });
  });

  it('counts a payment once that was found as an outflow and then closed its round: too much would be set aside for good', async () => {
    const { take } = await heldRound(db, 'mark-without-record', 'unrecorded', {
      transactions: [{ ...COMMITTED, names: [] }],
      nodes: holding(50_000_000_000),
    });
    const [wallet, at] = [LOCK.wallet, ENDS_AT * 1000];
    await recordOutflows(db, { wallet, signatures: ['payment'] }, { by: 'reconciler', reason: 'found', at });
    await recordLosses(db, { signature: 'payment', slot: 9, losses: [{ wallet, lamports: 30_000_000_000n }] });
    await db
      .prepare(
        `INSERT INTO rounds (round, state, reason, detail, ends_at, updated_at, closed_at, promised_lamports, payout_signature, payout_slot)
         VALUES (?1, 'held', 'mark-without-record', 'closed', ?2, ?3, ?3, '30000000000', 'payment', 9)`,
      )
      .bind(ROUND + 1, ENDS_AT + 3_600, at)
      .run();
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await owedByOpenRounds(db, wallet)).toEqual({ lamports: 16_000_000_000n, unknown: null });
  });

  it('is no guess where a person names a transaction that did not make the mark: that is refused', async () => {
    const wrong = OURS.transfer('somebody', 5n, { blockTime: ENDS_AT - 30, names: [] });
    const { take, row } = await heldRound(db, 'mark-without-record', 'unrecorded', {
      transactions: [{ ...COMMITTED, names: [] }, wrong],
      nodes: holding(50_000_000_000),
    });
    expect(await take('shelve', wrong.signature)).toEqual(refused(`${wrong.signature} did not make the mark`));
    expect(await row()).toMatchObject({ shelved_at: null, promised_lamports: null });
    expect(await take('shelve', COMMITTED.signature)).toEqual({ kind: 'done' });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: total, unknown: null });
  });

  it('sets aside what the chain promises, and not its record, when it was held before its commitment was seen', async () => {
    const other = { ...LOCK, memo: LOCK.memo.replace(`prizes=${total}`, `prizes=${total + 7n}`) };
    const { take } = await heldRound(db, 'record-mismatch', 'locked', { transactions: [OURS.commitment(other)] });
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: total + 7n, unknown: null });
  });

  it('keeps what its mark was known to promise through a release, after which no node shows it any more', async () => {
    const { take, rounds } = await heldRound(db, 'mark-without-record', 'locked', { promised: total + 7n });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: total + 7n, unknown: null });
    expect(await take('release')).toEqual({ kind: 'done' });
    // While it moves, what its own lock has fixed is set aside.
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: total, unknown: null });
    await rounds.hold(ROUND, 'mark-without-record', 'no node lists the transaction', null);
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: total + 7n, unknown: null });
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: total + 7n, unknown: null });
  });

  it('owes what its record says once its own commitment is final, whatever was guessed before', async () => {
    const { take, rounds } = await heldRound(db, 'overdue', 'locked', {
      transactions: [{ ...COMMITTED, names: [] }],
      nodes: holding(50_000_000_000),
    });
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: 10_000_000_000n, unknown: null });
    expect(await take('release')).toEqual({ kind: 'done' });
    await rounds.commit(ROUND, { ...COMMITMENT, final: false });
    await rounds.commitmentFinal(ROUND, { ...COMMITMENT, final: true });
    await rounds.hold(ROUND, 'payout-rejected', 'the pool held less than it had to pay');
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: total, unknown: null });
    expect(await prizesSince(db, LOCK.wallet, 0)).toBe(total);
  });

  it('sets aside a fifth of what the pool held before it paid rounds that were released meanwhile', async () => {
    const { take, rounds } = await heldRound(db, 'mark-without-record', 'unrecorded', {
      transactions: [{ ...COMMITTED, names: [] }],
      nodes: holding(50_000_000_000),
    });
    const earlier = { ...lockOf(122), wallet: LOCK.wallet };
    await rounds.insertLock(earlier, DOCUMENTS, 'earlier');
    await rounds.commit(122, { ...COMMITMENT, final: true });
    await rounds.draw(122, BEACON_1000, WINNERS_1000);
    await rounds.pay(122, 'its payment', 400_000_000);
    // A restored database has forgotten this one, which was paid after it too.
    const paid = { reason: 'mark-without-record', wallet: LOCK.wallet, detail: null, promised: 0n, total: 5n } as const;
    await rounds.insertUnlocked([{ round: 124, endsAt: ENDS_AT + 3_600, state: 'held', ...paid }]);
    expect(await take('shelve')).toEqual({ kind: 'done' });
    const { lamports } = await owedByOpenRounds(db, LOCK.wallet);
    expect(lamports).toBe((50_000_000_000n + earlier.total + 5n) / 5n);
  });

  it('is looked up by the commitment that its record names, though the mark’s history does not list it', async () => {
    const { take } = await heldRound(db, 'mark-without-record', 'committed', {
      transactions: [{ ...COMMITTED, names: [] }],
    });
    await db.prepare('UPDATE rounds SET commit_signature = ?').bind(COMMITTED.signature).run();
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: total, unknown: null });
  });

  it('whose payment can never be made has nothing set aside any more once a close has found that', async () => {
    const burnt = OURS.burnt(`payout:${ENDS_AT}`, 'nothing', { blockTime: ENDS_AT + 60 });
    const { take, view, row } = await heldRound(db, 'payout-rejected', 'drawn', { transactions: [COMMITTED] });
    expect(await take('shelve')).toEqual({ kind: 'done' });
    view.transactions = [COMMITTED, burnt];
    const outcome = await take('close', burnt.signature);
    expect(outcome).toEqual(refused('Nothing can pay round 123 any more: it stays owed'));
    expect(outcome).not.toEqual(refused('Shelve it'));
    expect((await row())?.state).toBe('held');
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: 0n, unknown: null });
    // In the daily limit it stays.
    expect(await prizesSince(db, LOCK.wallet, 0)).toBe(total);
  });

  it('that was paid has nothing set aside any more, though its damaged record cannot be judged', async () => {
    const { take } = await heldRound(db, 'record-mismatch', 'drawn', { transactions: [COMMITTED, PAID] });
    await db.prepare('DELETE FROM round_documents').run();
    expect(await take('close')).toEqual(refused('cannot be judged'));
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: 0n, unknown: null });
  });

  it('that was paid has nothing set aside, though no close has looked for its payment before', async () => {
    for (const [stage, promised] of [
      ['drawn', null],
      ['unrecorded', total],
    ] as const) {
      db = await emptyDatabase();
      const { take } = await heldRound(db, 'mark-without-record', stage, { transactions: [COMMITTED, PAID], promised });
      expect(await take('shelve')).toEqual({ kind: 'done' });
      expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: 0n, unknown: null });
      expect(await prizesSince(db, LOCK.wallet, 0)).toBe(total);
    }
  });

  it('that was paid asks nobody what made the mark of its commitment', async () => {
    const { take } = await heldRound(db, 'mark-without-record', 'unrecorded', {
      transactions: [{ ...COMMITTED, names: [] }, PAID],
      nodes: (_, view) => [markedNode(view, LISTS_WHAT_IS_REFUSED)],
    });
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: 0n, unknown: null });
  });

  it('sets aside no less than what its own lock would pay, whatever has left the pool since', async () => {
    const { take } = await heldRound(db, 'overdue', 'locked', {
      transactions: [{ ...COMMITTED, names: [] }],
      nodes: holding(5_000_000_000),
    });
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: total, unknown: null });
  });

  it('is owed in public only until it is closed', async () => {
    const late = OURS.commitment(LOCK, { blockTime: ENDS_AT - 4, names: [] });
    for (const [transactions, signature, state] of [
      [[late], late.signature, 'rolled-over'],
      [[COMMITTED, PAID], null, 'paid'],
    ] as const) {
      db = await emptyDatabase();
      const { take, row, settings } = await heldRound(db, 'overdue', 'locked', {
        ...{ transactions, nodes: holding(50_000_000_000) },
      });
      expect(await take('shelve')).toEqual({ kind: 'done' });
      expect(await take('close', signature)).toEqual({ kind: 'done' });
      const { detail } = createReadRounds({ db, clock: settings.clock, now: () => 1.9e12 });
      expect(await detail(ROUND)).toMatchObject({ state, owedSince: null });
      expect(await row()).toMatchObject({ shelved_at: null, shelved_by: null, shelved_reason: null });
    }
  });

  it('sets aside a fifth of what the pool may have held before it paid a round whose payment is on its way, or was closed', async () => {
    const { take, rounds } = await heldRound(db, 'mark-without-record', 'unrecorded', {
      transactions: [{ ...COMMITTED, names: [] }],
      nodes: holding(50_000_000_000),
    });
    const later = { ...lockOf(125, DOCUMENTS, ENDS_AT + 7_200), wallet: LOCK.wallet };
    await rounds.insertLock(later, DOCUMENTS, 'later');
    await rounds.commit(125, { ...COMMITMENT, final: true });
    await rounds.draw(125, BEACON_1000, WINNERS_1000);
    const found = { reason: 'mark-without-record', wallet: LOCK.wallet, detail: null, promised: 5n } as const;
    await rounds.insertUnlocked([{ round: 124, endsAt: ENDS_AT + 3_600, state: 'held', ...found }]);
    await db.prepare('UPDATE rounds SET closed_at = 1 WHERE round = 124').run();
    expect(await take('shelve')).toEqual({ kind: 'done' });
    const owed = await db.prepare('SELECT promised_lamports FROM rounds WHERE round = ?').bind(ROUND).first();
    expect(owed?.promised_lamports).toBe(((50_000_000_000n + later.total + 5n) / 5n).toString());
  });

  it('cannot be made where nothing was promised: the round has to be closed', async () => {
    const { take } = await heldRound(db, 'mark-without-record', 'unrecorded', {
      transactions: [OURS.bare(`commit:${ENDS_AT}`, { blockTime: ENDS_AT - 30 })],
    });
    expect(await take('shelve')).toEqual(refused('nothing on the chain promises it. Close it.'));
  });

  it.each([
    ['the commitment came late', 'unrecorded', 0n, [OURS.commitment(LOCK, { blockTime: ENDS_AT - 4 })]],
    ['a fork dropped its commitment', 'committed', null, []],
  ] as const)(
    'cannot be made where it is known that %s: a close works',
    async (_why, stage, promised, transactions) => {
      const reason = stage === 'committed' ? 'commitment-lost' : 'mark-without-record';
      const { take, row } = await heldRound(db, reason, stage, { transactions, promised });
      expect(await take('shelve')).toEqual(refused('nothing on the chain promises it. Close it.'));
      expect(await take('close')).toEqual({ kind: 'done' });
      expect((await row())?.state).toBe('rolled-over');
    },
  );
});
