import { PublicKey, SystemProgram } from '@solana/web3.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import type { RoundExit } from '../../../src/round/exits.ts';
import type { HoldReason } from '../../../src/round/state.ts';
import { readDraws } from '../../../worker/answers/rounds/readDraws.ts';
import { createReadRounds } from '../../../worker/answers/rounds/readRounds.ts';
import { createReadPublicState } from '../../../worker/answers/state/publicState.ts';
import { owedAndPaid, owedByOpenRounds, prizesSince } from '../../../worker/store/views/rounds/winners.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { secretKeyOf } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { learntTerms } from '../fixedTerms.ts';
import { AT, COMMITTED, heldRound, LOCK, OURS, PAID, quietDatabase, ROUND, refused, type Stage } from '../heldRound.ts';
import { BEACON_1000, DOCUMENTS, ENDS_AT, lockOf, WINNERS_1000 } from '../honestRound.ts';
import { floodOf, LISTS_WHAT_IS_REFUSED, markAt, markedNode, transactionsOf } from '../markedChain.ts';
import { roundMachine } from '../roundMachine.ts';
import { down } from '../rpcNodes.ts';

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

describe('an allocation of the mark that gets no lamports, and so leaves no account', () => {
  it('spends nothing: a round that was promised afterwards is owed, and never called off', async () => {
    const [mark, seed] = [markAt(OURS.address, `commit:${ENDS_AT}`), `commit:${ENDS_AT}`];
    const allocation = SystemProgram.allocate({
      ...{ accountPubkey: new PublicKey(mark), basePubkey: new PublicKey(OURS.address) },
      ...{ seed, space: 1, programId: SystemProgram.programId },
    });
    const early = { blockTime: ENDS_AT - 3_000, slot: 311_000_000, names: [mark], marks: [] };
    const { take, row } = await heldRound(db, 'mark-without-record', 'unrecorded', {
      transactions: [OURS.landed([allocation], [], early), COMMITTED],
    });
    expect(await take('close')).toEqual(refused('is owed'));
    expect(await row()).toMatchObject({ state: 'held', promised_lamports: total.toString() });
  });
});

describe('a release', () => {
  it('is refused once the mark of its payment is made, whoever made it', async () => {
    const { take, row, actions } = await heldRound(db, 'payout-rejected', 'drawn', { transactions: [COMMITTED, PAID] });
    expect(await take('release')).toEqual(
      refused('of round 123 is made, so that the chain refuses a second payment. Close the round'),
    );
    expect([(await row())?.state, await actions()]).toEqual(['held', []]);
  });

  it.each([
    ['pending', 'is on its way. Wait until it is known whether it lands.'],
    ['final', 'is final. Close the round.'],
  ] as const)('is refused while a payment of ours is %s', async (kind, sentence) => {
    const pursue = async () => ({ kind, row: { signature: 'ours' } as never, seen: 'sent', slot: 5 }) as never;
    const { take } = await heldRound(db, 'overdue', 'drawn', { altered: { pursue } });
    expect(await take('release')).toEqual(refused(`The payment ours of round 123 ${sentence}`));
  });

  it('needs enough nodes: when one of two is down or hides the mark, nothing is done', async () => {
    const lying = () => ({ context: { slot: 400_000_001 }, value: [null] });
    for (const [nodes, sentence] of [
      [() => down, 'The chain gives no usable answer now'],
      [
        (honest: typeof down): typeof down =>
          (method, params) =>
            method === 'getMultipleAccounts' ? lying() : honest(method, params),
        'disagree about the marks of an hour',
      ],
    ] as const) {
      db = await emptyDatabase();
      const { take, row } = await heldRound(db, 'overdue', 'drawn', {
        transactions: [COMMITTED, PAID],
        nodes: (honest) => [honest, nodes(honest)],
      });
      expect(await take('release')).toEqual(refused(sentence));
      expect((await row())?.state).toBe('held');
    }
  });

  it('is refused while no relay has the beacon of a round that was not drawn', async () => {
    const { take } = await heldRound(db, 'overdue', 'committed', { altered: { fetchBeacon: async () => null } });
    expect(await take('release')).toEqual(refused('No relay has its beacon'));
  });

  it('says when the beacon is due before it is, and asks no relay for it', async () => {
    const altered = { now: () => (ENDS_AT - 60) * 1000, fetchBeacon: neverCalled('fetchBeacon') };
    const { take } = await heldRound(db, 'record-mismatch', 'committed', { altered });
    const { beacon, beaconRound, rules } = LOCK;
    const dueAt = new Date(protocolOf(rules).beaconTime(beacon, beaconRound) * 1000).toISOString();
    expect(await take('release')).toEqual(refused(`Its beacon is due at ${dueAt}. Try again then.`));
  });

  it('is refused while the cause of the hold remains in the record: another key, other winners, other entries', async () => {
    for (const [damage, sentence] of [
      [`UPDATE rounds SET wallet = '${lockOf().wallet}'`, 'If the key is lost, the round stays owed: shelve it.'],
      [`UPDATE winners SET lamports = '1' WHERE place = 1`, 'Its stored winners are not the drawn ones'],
      [`UPDATE rounds SET root = '${'00'.repeat(32)}'`, 'do not match its commitment'],
      ['DELETE FROM round_documents', 'do not match its commitment'],
    ] as const) {
      db = await emptyDatabase();
      const { take } = await heldRound(db, 'record-mismatch', 'drawn');
      await db.prepare(damage).run();
      expect(await take('release')).toEqual(refused(sentence));
    }
  });

  it('waits for the round under way, because rounds are moved one at a time', async () => {
    const { take, rounds } = await heldRound(db, 'overdue', 'committed');
    await rounds.insertLock(lockOf(124), DOCUMENTS, 'another lock');
    expect(await take('release')).toEqual(refused('Round 124 is under way'));
  });

  it('can be held and reported again; after 15 minutes it is held again and does not keep others waiting', async () => {
    const { take, row, later, advance } = await heldRound(db, 'overdue', 'drawn');
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
          `INSERT INTO journal VALUES ('payout:123', ?1, 'failed', '', 'sig ' || ?1, '', 1, 1, 1, NULL, 'refused')`,
        )
        .bind(attempt)
        .run();
    }
    expect(await take('release')).toEqual({ kind: 'done' });
    expect((await rounds.get(ROUND))?.release).toMatchObject({ forgiven: 3 });
  });

  it('brings a round on by a commitment of its journal that was given up and made the mark, though no history lists it', async () => {
    const { take, row, advance } = await heldRound(db, 'overdue', 'locked', {
      transactions: [{ ...COMMITTED, names: [] }],
    });
    await db
      .prepare(
        `INSERT INTO journal VALUES ('commit:123', 0, 'expired', '', ?, '', 1, 1, 1, NULL, 'no node had its block')`,
      )
      .bind(COMMITTED.signature)
      .run();
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: total, unknown: null });
    expect(await take('release')).toEqual({ kind: 'done' });
    await advance();
    expect(await row()).toMatchObject({ commit_signature: COMMITTED.signature, commit_final: 1 });
  });

  it('is done once: the second operator is told that there is nothing to release', async () => {
    const { take } = await heldRound(db, 'overdue', 'drawn');
    expect((await take('release')).kind).toBe('done');
    expect(await take('release')).toEqual({ kind: 'refused', sentence: 'Round 123 does not wait for a person.' });
  });
});

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

describe('a close as called off', () => {
  const seed = `commit:${ENDS_AT}`;
  it.each([
    ['nothing has made its mark', 'commitment-lost', 'committed', []],
    ['nothing has made its mark', 'record-mismatch', 'locked', []],
    ['the commitment came late', 'record-mismatch', 'locked', [OURS.commitment(LOCK, { blockTime: ENDS_AT - 4 })]],
    ['it came too early', 'mark-without-record', 'unrecorded', [OURS.commitment(LOCK, { blockTime: ENDS_AT - 400 })]],
    [
      'its mark is of another form',
      'mark-without-record',
      'unrecorded',
      [OURS.bare(seed, { blockTime: ENDS_AT - 30 })],
    ],
    ['its text is none', 'mark-without-record', 'locked', [OURS.burnt(seed, 'x', { blockTime: ENDS_AT - 30 })]],
  ] as const)('when %s (%s, %s)', async (_why, reason, stage, transactions) => {
    const { take, row } = await heldRound(db, reason, stage, { transactions });
    expect(await take('close', transactions[0]?.signature ?? null)).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({ state: 'rolled-over', reason: 'commitment-late' });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: 0n, unknown: null });
  });

  it.each([
    ['nothing has made the mark of its commitment', 'unrecorded', []],
    ['its commitment came late', 'unrecorded', [OURS.commitment(LOCK, { blockTime: ENDS_AT - 4 })]],
    ['nothing has made the mark of its commitment', 'locked', []],
    ['its commitment came late', 'locked', [OURS.commitment(LOCK, { blockTime: ENDS_AT - 4 })]],
  ] as const)(
    'where something that is no payment has made the mark of its payment, and %s (%s)',
    async (_why, stage, transactions) => {
      const burnt = OURS.burnt(`payout:${ENDS_AT}`, 'nothing', { blockTime: ENDS_AT - 300 });
      const { take, row } = await heldRound(db, 'mark-without-record', stage, {
        ...{ transactions: [...transactions, burnt], promised: 0n },
      });
      expect(await take('close', burnt.signature)).toEqual({ kind: 'done' });
      expect(await row()).toMatchObject({ state: 'rolled-over', reason: 'commitment-late' });
    },
  );

  it('is refused for a commitment in time, also where its text is not that of the record', async () => {
    const other = { ...LOCK, memo: LOCK.memo.replace(`root=${LOCK.root}`, `root=${'ab'.repeat(32)}`) };
    const { take, row } = await heldRound(db, 'mark-without-record', 'locked', {
      transactions: [OURS.commitment(other)],
    });
    expect(await take('close')).toEqual(refused('it is owed. Bring its entries back with "npm run recover"'));
    expect((await row())?.state).toBe('held');
  });

  it('that is refused for a commitment that a person names sets aside what it promises, so that rounds go on', async () => {
    const { take } = await heldRound(db, 'mark-without-record', 'unrecorded', {
      transactions: [{ ...COMMITTED, names: [] }],
    });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: 0n, unknown: ROUND });
    expect(await take('close', COMMITTED.signature)).toEqual(refused('it is owed. Bring its entries back'));
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: total, unknown: null });
  });

  it('says that a named transaction is wrong, even while a node lists one that nobody can show; a shelve waits', async () => {
    const wrong = OURS.transfer('somebody', 5n, { blockTime: ENDS_AT - 30, names: [] });
    const { take, row } = await heldRound(db, 'mark-without-record', 'unrecorded', {
      transactions: [{ ...COMMITTED, names: [] }, wrong],
      nodes: (honest, view) => [honest, honest, markedNode(view, LISTS_WHAT_IS_REFUSED)],
    });
    expect(await take('close', wrong.signature)).toEqual(refused(`${wrong.signature} did not make the mark`));
    expect(await take('close')).toEqual(refused('The chain gives no usable answer now'));
    expect(await take('shelve', wrong.signature)).toEqual(refused('The chain gives no usable answer now'));
    expect(await row()).toMatchObject({ state: 'held', shelved_at: null });
  });

  it('is refused while a node’s finalized view has not passed the time in which a commitment counts', async () => {
    const { take, view } = await heldRound(db, 'record-mismatch', 'locked');
    view.newest = ENDS_AT - 20;
    expect(await take('close')).toEqual(refused('The chain gives no usable answer now'));
    view.newest = ENDS_AT - 19;
    expect(await take('close')).toEqual({ kind: 'done' });
  });

  it('is decided by the wallet that the round was locked for, whatever key is set now', async () => {
    const { take, row } = await heldRound(db, 'record-mismatch', 'locked', { transactions: [COMMITTED] });
    await db.prepare(`UPDATE rounds SET wallet = '${lockOf().wallet}'`).run();
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({ state: 'rolled-over' });
  });
});

describe('5,000 transactions of a stranger that name the pool and both marks', () => {
  const flood = [OURS.address, ...[`commit:${ENDS_AT}`, `payout:${ENDS_AT}`].map((seed) => markAt(OURS.address, seed))]
    .flatMap((named) => floodOf(named, 5_000, ENDS_AT + 5))
    .map((one, i) => ({ ...one, signature: `stranger${i}` }));

  it('neither block nor slow a release, a close by a signature, or a shelve', async () => {
    for (const [exit, transactions, signature] of [
      ['release', [COMMITTED], null],
      ['close', [COMMITTED, PAID], PAID.signature],
      ['shelve', [COMMITTED], null],
    ] as const) {
      db = await emptyDatabase();
      const { take, chain } = await heldRound(db, 'payout-rejected', 'drawn', {
        transactions: [...flood, ...transactions],
        nodes: (honest) => [honest, honest],
      });
      expect(await take(exit, signature)).toEqual({ kind: 'done' });
      expect(chain.calls.length).toBeLessThan(20);
      expect(chain.calls.filter(({ method }) => method === 'getSignaturesForAddress')).toEqual([]);
    }
  });

  it('do not hide a payment from an operator who names it; without a name the refusal says what to do', async () => {
    const around = [...flood.slice(0, 7_500), COMMITTED, PAID, ...flood.slice(7_500)];
    const { take } = await heldRound(db, 'payout-rejected', 'drawn', { transactions: around });
    const why = 'too many to look for the one that made it. Name that transaction by its signature';
    expect(await take('close')).toEqual(refused(why));
    expect(await take('close', PAID.signature)).toEqual({ kind: 'done' });
  });

  it.each([
    // This many rows of a history are read, including the payment's own row.
    ['before 4,999 of them', 299_999_999, flood.slice(0, -1)],
    ['after them', 390_000_000, flood],
  ])('do not hide what was made %s', async (_when, slot, strangers) => {
    const paid = { ...PAID, slot };
    const transactions = [...strangers, COMMITTED, paid].toSorted((a, b) => a.slot - b.slot);
    const { take } = await heldRound(db, 'payout-rejected', 'drawn', { transactions });
    expect(await take('close')).toEqual({ kind: 'done' });
  });
});
