import { beforeEach, describe, expect, it } from 'vitest';
import { createPursue } from '../../../worker/engine/intention.ts';
import { createPursueAll } from '../../../worker/engine/pursueAll.ts';
import { rememberAttempts } from '../../../worker/engine/rememberAttempts.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { owedByOpenRounds } from '../../../worker/store/views/rounds/winners.ts';
import { COMMITTED, LOCK, OURS, quietDatabase } from '../heldRound.ts';
import { DOCUMENTS, ENDS_AT } from '../honestRound.ts';
import { type MarkedView, markedNode } from '../markedChain.ts';
import { roundMachine } from '../roundMachine.ts';
import { rpcNodes } from '../rpcNodes.ts';

let db: D1Database;
let now: number;
beforeEach(async () => {
  db = await quietDatabase();
  now = (ENDS_AT - 15) * 1000;
});

/** The commitment of another lock of the same hour: other prizes. */
const EARLIER = OURS.commitment({ ...LOCK, memo: LOCK.memo.replace(/prizes=\d+/, 'prizes=1000000') });
const ATTEMPT = { key: 'commit:123', attempt: 0, blockhash: 'hash', lastValidBlockHeight: 200, signedSlot: 5 };

/** The rounds with the real pursuit and its memory, against a chain on which that commitment is final. */
function worldOf(seen: Partial<MarkedView> = {}) {
  const { rpc, surprises } = rpcNodes([markedNode({ transactions: [EARLIER], newest: ENDS_AT - 15, ...seen })], now);
  const journal = rememberAttempts(
    createJournal(db, () => now),
    () => now,
  );
  const pursue = createPursue(createPursueAll({ journal, rpc, now: () => now }));
  return { ...roundMachine({ db, now: () => now }, { rpc, pursue }), journal, surprises };
}

describe('a lock whose hour was committed with the text of an earlier lock, which a restored database has lost', () => {
  it.each([
    ['only remembers the attempt', true],
    ['has the attempt in its journal', false],
  ])('is held, and what the chain promises is set aside, where the instance %s', async (_where, isLost) => {
    const { rounds, journal, advance, surprises } = worldOf();
    const { signature, bytes } = EARLIER;
    await rounds.insertLock(LOCK, DOCUMENTS, 'an earlier lock');
    await journal.writeAll([{ ...ATTEMPT, signature, bytes }]);
    await db.batch([db.prepare('DELETE FROM round_documents'), db.prepare('DELETE FROM rounds')]);
    if (isLost) await db.exec('DELETE FROM journal');
    await rounds.insertLock(LOCK, DOCUMENTS, 'a later lock');
    await advance();
    expect(await rounds.get(123)).toMatchObject({ state: 'held', reason: 'mark-without-record', commitment: null });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: 1_000_000n, unknown: null });
    expect(surprises).toEqual([]);
  });

  it('is held too where its own commitment was seen, and the earlier one is the one that became final', async () => {
    const { rounds, journal, advance } = worldOf();
    const { signature, bytes } = EARLIER;
    await rounds.insertLock(LOCK, DOCUMENTS, 'an earlier lock');
    await journal.writeAll([{ ...ATTEMPT, signature, bytes }]);
    await db.batch([db.prepare('DELETE FROM round_documents'), db.prepare('DELETE FROM rounds')]);
    await rounds.insertLock(LOCK, DOCUMENTS, 'a later lock');
    await rounds.commit(123, { signature: COMMITTED.signature, slot: 5, blockTime: ENDS_AT - 30, final: false });
    await advance();
    expect(await rounds.get(123)).toMatchObject({ state: 'held', reason: 'mark-without-record' });
  });
});

describe('a commitment that is final in time', () => {
  it('is never called off, also where the round was held and released while it was looked at', async () => {
    const { rounds } = roundMachine({ db, now: () => now });
    await rounds.insertLock(LOCK, DOCUMENTS, 'lock');
    let isHeld = true;
    const { rpc } = rpcNodes([markedNode({ transactions: [COMMITTED], newest: ENDS_AT - 15 })], now);
    const { signature, bytes, slot } = COMMITTED;
    const { advance } = roundMachine(
      { db, now: () => now },
      {
        rpc,
        pursue: async () => ({ kind: 'final', row: { ...ATTEMPT, signature, bytes } as never, slot }),
        rounds: {
          ...rounds,
          async commit(...seen) {
            if (!isHeld) return rounds.commit(...seen);
            isHeld = false;
            return false;
          },
        },
      },
    );
    await advance();
    expect(await rounds.get(123)).toMatchObject({ state: 'committed', commitment: { signature, final: true } });
  });
});
