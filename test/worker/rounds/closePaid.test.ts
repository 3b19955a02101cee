import { beforeEach, describe, expect, it } from 'vitest';
import { readDraws } from '../../../worker/answers/rounds/readDraws.ts';
import { createReadRounds } from '../../../worker/answers/rounds/readRounds.ts';
import { answerTrigger } from '../../../worker/answers/state/answerTrigger.ts';
import { createReadPublicState } from '../../../worker/answers/state/publicState.ts';
import { owedAndPaid, owedByOpenRounds, prizesSince } from '../../../worker/store/views/rounds/winners.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { emptyDatabase } from '../database.ts';
import { COMMITTED, heldRound, LOCK, OURS, PAID, quietDatabase, ROUND, refused } from '../heldRound.ts';
import { BEACON_1000, ENDS_AT, WINNERS_1000 } from '../honestRound.ts';

let db: D1Database;
beforeEach(async () => {
  db = await quietDatabase();
});

const { total } = LOCK;

describe('a close as paid', () => {
  it.each([
    ['named by its signature', PAID.signature],
    ['found in the mark’s own history', null],
  ])('ends a round by the payment that made the mark, %s', async (_how, signature) => {
    const { take, row } = await heldRound(db, 'mark-without-record', 'drawn', { transactions: [COMMITTED, PAID] });
    expect(await take('close', signature)).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({
      ...{ state: 'paid', reason: null, payout_signature: PAID.signature, payout_slot: PAID.slot },
      payout_status: 'final',
    });
    // The payment was an outflow that the journal does not know, but the reconciler does not ask about it.
    const outflow = await db.prepare('SELECT signature, acknowledged_by, round FROM outflows').first();
    expect(outflow).toEqual({ signature: PAID.signature, acknowledged_by: 'ann', round: ROUND });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: 0n, unknown: null });
  });

  it('stores the draw of a round that was paid before it was drawn here', async () => {
    const { take, rounds } = await heldRound(db, 'overdue', 'committed', { transactions: [COMMITTED, PAID] });
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await rounds.get(ROUND)).toMatchObject({ state: 'paid', drawn: BEACON_1000 });
    const { results } = await db.prepare('SELECT place, address FROM winners ORDER BY place').all();
    expect(results).toEqual(WINNERS_1000.map(({ place, address }) => ({ place, address })));
    expect(await db.prepare(`SELECT winners FROM winner_totals WHERE address = 'all'`).first()).toEqual({ winners: 3 });
  });

  it('believes no payment that is not final', async () => {
    const transactions = [COMMITTED, { ...PAID, isFinal: false }];
    const { take } = await heldRound(db, 'payout-rejected', 'drawn', { transactions });
    expect(await take('close', PAID.signature)).toEqual(refused('its hour is not paid: it is owed'));
  });

  it('believes no payment of another form, or that pays fewer, less, or in another order', async () => {
    const [first, second, third] = WINNERS_1000;
    if (!first || !second || !third) throw new Error('three winners');
    const seed = `payout:${ENDS_AT}`;
    const time = { blockTime: ENDS_AT + 60 };
    for (const [made, sentence] of [
      [OURS.payment(LOCK, [first, second]), 'says "GOD1 payout round=123'],
      [OURS.payment(LOCK, [second, first, third]), 'paid'],
      [OURS.payment(LOCK, [{ ...first, lamports: second.lamports }, second, third]), 'paid'],
      [OURS.payment({ ...LOCK, root: '00'.repeat(32) }), 'says "GOD1 payout round=123'],
      [OURS.burnt(seed, 'nothing', time), 'says "nothing"'],
      [OURS.bare(seed, time), 'is of another form'],
    ] as const) {
      db = await emptyDatabase();
      const { take, row } = await heldRound(db, 'payout-rejected', 'drawn', { transactions: [COMMITTED, made] });
      const outcome = await take('close', made.signature);
      expect(outcome).toEqual(refused(sentence));
      expect(outcome).toEqual(refused('Nothing can pay round 123 any more: it stays owed. Shelve it.'));
      expect((await row())?.state).toBe('held');
      expect(await take('shelve')).toEqual({ kind: 'done' });
    }
  });

  it('by a plain transfer to every winner is refused: it makes no mark, and the round stays owed', async () => {
    const moved = OURS.transfer('winner', 5n, { blockTime: ENDS_AT + 60, names: [OURS.address] });
    const { take } = await heldRound(db, 'payout-rejected', 'drawn', { transactions: [COMMITTED, moved] });
    expect(await take('close', moved.signature)).toEqual(refused('its hour is not paid: it is owed'));
  });

  it('accepts no other signature than that of the transaction that made the mark', async () => {
    const { take } = await heldRound(db, 'payout-rejected', 'drawn', {
      transactions: [COMMITTED, { ...PAID, names: [] }],
    });
    expect(await take('close', COMMITTED.signature)).toEqual(
      refused(`The mark of its payment is made, and ${COMMITTED.signature} did not make the mark.`),
    );
    expect(await take('close', PAID.signature)).toEqual({ kind: 'done' });
  });

  it('ends the wait of a round without a record: it stays held, and owes nothing any more', async () => {
    const { take, row } = await heldRound(db, 'mark-without-record', 'unrecorded', {
      ...{ transactions: [COMMITTED, PAID], promised: total },
    });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: total, unknown: null });
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({
      ...{ state: 'held', payout_signature: PAID.signature, closed_at: expect.any(Number) },
    });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: 0n, unknown: null });
    expect(await prizesSince(db, LOCK.wallet, 0)).toBe(total);
    expect(await take('close')).toEqual({ kind: 'refused', sentence: 'Round 123 does not wait for a person.' });
  });

  it('of a round without a record is told everywhere in the place of the hold', async () => {
    const { take, settings } = await heldRound(db, 'mark-without-record', 'unrecorded', {
      ...{ transactions: [COMMITTED, PAID], promised: total },
    });
    const now = () => 1.9e12;
    const read = createReadRounds({ db, clock: settings.clock, now });
    const documentsOf = neverCalled('documentsOf');
    const readState = createReadPublicState({ db, documentsOf, closedRounds: () => ROUND, now, recentWinners: 1 });
    const reasons = async () => [
      (await read.page({ limit: 1 })).rounds[0]?.reason,
      (await read.detail(ROUND))?.reason,
      (await readState()).lastRound?.reason,
    ];
    expect(await reasons()).toEqual(Array(3).fill('mark-without-record'));
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await reasons()).toEqual(Array(3).fill('closed'));
    const chain = { holders: null, pool: null, mint: null, holdersFailingSince: null, terms: null };
    expect(answerTrigger({ ...(await readState()), chain }, ROUND)).toMatchObject({
      code: 'ROUND_HELD',
      error: expect.stringMatching(/^Round 123 is closed\. This round was paid on chain/),
    });
    expect((await readDraws(db, LOCK.wallet, ROUND)).draws[0]?.reason).toContain('closed the round: it is paid');
  });

  it('judges the payment by the record when that is what the chain was promised, though it was never seen committed', async () => {
    const other = OURS.payment(LOCK, WINNERS_1000.toReversed());
    const wrong = await heldRound(db, 'overdue', 'locked', { transactions: [COMMITTED, other] });
    expect(await wrong.take('close', other.signature)).toEqual(refused('Nothing can pay round 123 any more'));
    expect(await wrong.row()).toMatchObject({ state: 'held', closed_at: null });
    db = await emptyDatabase();
    const { take, rounds } = await heldRound(db, 'overdue', 'locked', { transactions: [COMMITTED, PAID] });
    expect(await take('close', PAID.signature)).toEqual({ kind: 'done' });
    expect(await rounds.get(ROUND)).toMatchObject({
      ...{ state: 'paid', drawn: BEACON_1000, payout: { signature: PAID.signature } },
      commitment: { signature: COMMITTED.signature, final: true },
      // When it was made is in its block time. Our clock did not see it, so that nothing is called late.
      times: { committedAt: null },
    });
  });

  it('of a round whose commitment was never seen is refused while nobody shows what made its mark, and says what helps', async () => {
    const hidden = { ...COMMITTED, names: [] };
    const other = OURS.payment(LOCK, WINNERS_1000.toReversed());
    for (const [payment, outcome] of [
      [PAID, { kind: 'done' }],
      [other, refused('Nothing can pay round 123 any more')],
    ] as const) {
      db = await emptyDatabase();
      const { take, row } = await heldRound(db, 'overdue', 'locked', { transactions: [hidden, payment] });
      for (const signature of [null, payment.signature]) {
        expect(await take('close', signature)).toEqual(
          refused('made the mark of its commitment. Close it with the signature of that transaction, or shelve it'),
        );
        expect(await row()).toMatchObject({ state: 'held', closed_at: null });
      }
      expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: 0n, unknown: null });
      expect(await take('shelve')).toEqual({ kind: 'done' });
      const again = await take('close', payment.signature);
      expect(again).toEqual(refused('Close it with the signature of that transaction. Nothing is set aside'));
      expect(await take('close', hidden.signature)).toEqual(outcome);
    }
  });

  it('names the commitment that the chain has, and not one that was seen here before a fork', async () => {
    const { take, row } = await heldRound(db, 'overdue', 'committed', { transactions: [COMMITTED, PAID] });
    expect(await row()).toMatchObject({ commit_signature: 'commit-signature', commit_final: 0 });
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({
      ...{ state: 'paid', commit_signature: COMMITTED.signature, commit_slot: COMMITTED.slot, commit_final: 1 },
    });
  });

  it('is not judged by a record whose commitment a fork has dropped, where the chain was promised something else', async () => {
    const promised = { ...LOCK, memo: LOCK.memo.replace(`root=${LOCK.root}`, `root=${'ab'.repeat(32)}`) };
    const winners = WINNERS_1000.slice(0, 2);
    const paid = OURS.payment({ ...LOCK, root: 'ab'.repeat(32) }, winners);
    const { take, row } = await heldRound(db, 'mark-without-record', 'committed', {
      transactions: [OURS.commitment(promised), paid],
    });
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({
      state: 'held',
      closed_at: expect.any(Number),
      payout_signature: paid.signature,
    });
    expect(await prizesSince(db, LOCK.wallet, 0)).toBe(winners.reduce((sum, { lamports }) => sum + lamports, 0n));
  });

  it('counts in the day’s limit with what was paid, though an earlier close was refused', async () => {
    const { take } = await heldRound(db, 'mark-without-record', 'unrecorded', {
      ...{ transactions: [COMMITTED, { ...PAID, names: [] }], promised: total },
    });
    expect(await take('close', COMMITTED.signature)).toEqual(refused('did not make the mark'));
    expect(await prizesSince(db, LOCK.wallet, 0)).toBe(total);
    expect(await take('close', PAID.signature)).toEqual({ kind: 'done' });
    expect(await prizesSince(db, LOCK.wallet, 0)).toBe(total);
  });

  it('counts in the day’s limit what the payment says, where nobody knows what was promised', async () => {
    const { take } = await heldRound(db, 'mark-without-record', 'unrecorded', { transactions: [COMMITTED, PAID] });
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await prizesSince(db, LOCK.wallet, 0)).toBe(total);
  });

  it('keeps later locks from accepting an older view of the pool, with a record and without', async () => {
    for (const stage of ['unrecorded', 'drawn'] as const) {
      db = await emptyDatabase();
      const { take } = await heldRound(db, 'mark-without-record', stage, { transactions: [COMMITTED, PAID] });
      expect(await take('close')).toEqual({ kind: 'done' });
      expect((await owedAndPaid(db, LOCK.wallet)).newestPayoutSlot).toBe(PAID.slot);
    }
  });

  it('waits while no relay has the beacon that says who won', async () => {
    const { take, row } = await heldRound(db, 'overdue', 'committed', {
      ...{ transactions: [COMMITTED, PAID], altered: { fetchBeacon: async () => null } },
    });
    expect(await take('close')).toEqual(refused('No relay has its beacon'));
    expect((await row())?.state).toBe('held');
  });
});
