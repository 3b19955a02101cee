import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lamports } from '../../../src/money/lamports.ts';
import type { Pursuit } from '../../../worker/engine/intention.ts';
import { owedByOpenRounds } from '../../../worker/store/views/rounds/winners.ts';
import { secretKeyOf } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { DOCUMENTS, lockOf } from '../honestRound.ts';
import { type MarkedView, markedNode, type OnChain, transactionsOf } from '../markedChain.ts';
import { END_OF_1, lockedRound, roundMachine } from '../roundMachine.ts';
import { rpcNodes } from '../rpcNodes.ts';

const OURS = transactionsOf(secretKeyOf(1));
const SEED = `commit:${END_OF_1}`;
/** A block time that is in time. */
const THEN = { blockTime: END_OF_1 - 30 };
const LOCK = { ...lockOf(1, DOCUMENTS, END_OF_1), wallet: OURS.address };
/** Another text of our key for the same hour, with other prizes. */
const OTHER = OURS.burnt(SEED, LOCK.memo.replace(/prizes=\d+/, 'prizes=77'), THEN);

let db: D1Database;
let now: number;
beforeEach(async () => {
  db = await emptyDatabase();
  now = (END_OF_1 - 40) * 1000;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const DEAD: Pursuit = { kind: 'idle', attempts: [{ attempt: 0, state: 'failed', proof: 'Custom 0' } as never] };

/** Round 1, locked, whose attempts are all dead; the chain has these transactions. */
async function locked(transactions: readonly OnChain[], newest = END_OF_1 - 41) {
  const view: MarkedView = { transactions, newest };
  const chain = rpcNodes([markedNode(view), markedNode(view)]);
  const asked: boolean[] = [];
  const machine = roundMachine(
    { db, now: () => now },
    {
      rpc: chain.rpc,
      pursue: async ({ maySign }) => {
        asked.push(await maySign([]));
        return DEAD;
      },
    },
  );
  await machine.rounds.insertLock(lockedRound(machine.settings), DOCUMENTS, 'lock');
  return { ...machine, view, asked, surprises: chain.surprises };
}

describe('the mark of a locked round that was made by nothing in the journal', () => {
  it('commits the round when its own text made it: the journal lost a row', async () => {
    const made = OURS.commitment(LOCK);
    const { rounds, advance, asked, surprises } = await locked([made]);
    await advance();
    const { signature, slot, blockTime } = made;
    expect(await rounds.get(1)).toMatchObject({ state: 'committed', commitment: { signature, slot, blockTime } });
    expect([asked.includes(true), surprises]).toEqual([false, []]);
  });

  it('holds the round when another text made the mark, and sets aside what that text promises', async () => {
    const { rounds, advance, asked } = await locked([OTHER]);
    await advance();
    expect(await rounds.get(1)).toMatchObject({ state: 'held', reason: 'mark-without-record' });
    expect(asked).not.toContain(true);
    expect(await owedByOpenRounds(db, OURS.address)).toEqual({ lamports: 77n, unknown: null });
  });

  it('holds it without a promise when what made it promises nothing', async () => {
    const { rounds, advance } = await locked([OURS.bare(SEED, THEN)]);
    await advance();
    expect(await rounds.get(1)).toMatchObject({ state: 'held', reason: 'mark-without-record' });
    expect(await owedByOpenRounds(db, OURS.address)).toEqual({ lamports: 0n, unknown: null });
  });

  it('holds it when nobody shows what made it, and nothing is locked until that is known', async () => {
    const { rounds, advance } = await locked([{ ...OTHER, names: [] }]);
    await advance();
    expect(await rounds.get(1)).toMatchObject({ state: 'held', reason: 'mark-without-record' });
    expect(await owedByOpenRounds(db, OURS.address)).toEqual({ lamports: 0n, unknown: 1 });
  });

  it('is looked at again before the round is called off as late; its own text in time commits the round', async () => {
    now = (END_OF_1 + 5) * 1000;
    const { rounds, advance, view } = await locked([], END_OF_1 - 22);
    await advance();
    // No node's finalized chain has passed the last moment that counts.
    expect(await rounds.get(1)).toMatchObject({ state: 'locked' });
    Object.assign(view, { transactions: [OURS.commitment(LOCK, { blockTime: END_OF_1 - 22 })], newest: END_OF_1 - 5 });
    await advance();
    expect(await rounds.get(1)).toMatchObject({ state: 'committed' });
  });

  it('calls the round off when it is absent after the last moment that counts', async () => {
    now = (END_OF_1 + 5) * 1000;
    const { rounds, advance } = await locked([], END_OF_1 - 5);
    await advance();
    expect(await rounds.get(1)).toMatchObject({ state: 'rolled-over', reason: 'commitment-late' });
  });
});

describe('a commitment that was seen, and of which the journal knows nothing final', () => {
  const seen = { signature: 'seen', slot: 311_222_400, blockTime: END_OF_1 - 30, final: false };
  async function committed(transactions: readonly OnChain[]) {
    now = (END_OF_1 + 5) * 1000;
    const world = await locked(transactions, END_OF_1 - 5);
    await world.rounds.commit(1, seen);
    await world.advance();
    return { ...(await world.rounds.get(1)), ...world };
  }

  it('is lost when its mark is not made', async () => {
    expect(await committed([])).toMatchObject({ state: 'held', reason: 'commitment-lost' });
  });

  it('is final when its own text has made the mark', async () => {
    const made = OURS.commitment(LOCK);
    expect(await committed([made])).toMatchObject({
      ...{ state: 'committed', commitment: { signature: made.signature, final: true } },
    });
  });

  it('is held by what another text promises', async () => {
    expect(await committed([OTHER])).toMatchObject({ state: 'held', reason: 'mark-without-record' });
    expect(await owedByOpenRounds(db, OURS.address)).toEqual({ lamports: lamports(77n), unknown: null });
  });
});
