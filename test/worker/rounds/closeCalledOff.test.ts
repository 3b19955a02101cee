import { PublicKey, SystemProgram } from '@solana/web3.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { owedByOpenRounds } from '../../../worker/store/views/rounds/winners.ts';
import { COMMITTED, heldRound, LOCK, OURS, quietDatabase, ROUND, refused } from '../heldRound.ts';
import { ENDS_AT, lockOf } from '../honestRound.ts';
import { LISTS_WHAT_IS_REFUSED, markAt, markedNode } from '../markedChain.ts';

let db: D1Database;
beforeEach(async () => {
  db = await quietDatabase();
});

const { total } = LOCK;

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
