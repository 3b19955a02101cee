import { beforeEach, describe, expect, it } from 'vitest';
import { createPursue } from '../../../worker/engine/intention.ts';
import { createPursueAll } from '../../../worker/engine/pursueAll.ts';
import { rememberAttempts } from '../../../worker/engine/rememberAttempts.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { COMMITTED, LOCK, OURS, PAID, quietDatabase, ROUND } from '../heldRound.ts';
import { BEACON_1000, DOCUMENTS, ENDS_AT, WINNERS_1000 } from '../honestRound.ts';
import { type MarkedView, markedNode, type OnChain } from '../markedChain.ts';
import { roundMachine } from '../roundMachine.ts';
import { rpcNodes } from '../rpcNodes.ts';

let db: D1Database;
beforeEach(async () => {
  db = await quietDatabase();
});

const SECOND = OURS.payment(LOCK);
const asLater = ({ signature, bytes }: OnChain) => ({
  ...{ signature, bytes },
  blockhash: { blockhash: 'hash', lastValidBlockHeight: 200, slot: 5 },
});

/** A drawn round whose payment this process has just signed, and the database put back to before that. */
async function paidAndForgotten(transactions: readonly OnChain[]) {
  let now = (ENDS_AT + 60) * 1000;
  const view: MarkedView = { transactions: [COMMITTED, ...transactions], newest: ENDS_AT + 60 };
  const sent: string[] = [];
  const chain = rpcNodes(
    [
      markedNode(view, {
        getLatestBlockhash: { context: { slot: 5 }, value: { blockhash: 'b'.repeat(40), lastValidBlockHeight: 200 } },
        getMinimumBalanceForRentExemption: 897_840,
        getRecentPrioritizationFees: [],
        getEpochInfo: { blockHeight: 100, absoluteSlot: 400_000_000 },
        sendTransaction: (bytes: string) => {
          sent.push(bytes);
          return 'sent';
        },
      }),
    ],
    now,
  );
  const journal = rememberAttempts(
    createJournal(db, () => now),
    () => now,
  );
  const pursue = createPursue(createPursueAll({ journal, rpc: chain.rpc, now: () => now }));
  let signed = 0;
  const signPayout = () => {
    signed += 1;
    return asLater(SECOND);
  };
  const { rounds, advance, exit } = roundMachine(
    { db, now: () => now },
    {
      ...{ rpc: chain.rpc, pursue, fetchBeacon: async () => BEACON_1000 },
      signer: { signPayout, signCommitment: signPayout, draftCommitment: signPayout, draftPayout: signPayout } as never,
    },
  );
  const { signature, slot, blockTime } = COMMITTED;
  await rounds.insertLock(LOCK, DOCUMENTS, 'lock');
  await rounds.commit(ROUND, { signature, slot, blockTime, final: true });
  await rounds.draw(ROUND, BEACON_1000, WINNERS_1000);
  const attempt = { key: `payout:${ROUND}`, attempt: 0, blockhash: 'hash', lastValidBlockHeight: 200, signedSlot: 5 };
  await journal.writeAll([{ ...attempt, signature: PAID.signature, bytes: PAID.bytes }]);
  await db.exec('DELETE FROM journal');
  return {
    ...{ rounds, advance, view, sent, signed: () => signed, surprises: chain.surprises },
    later: (ms: number) => {
      now += ms;
    },
    /** A person ends the round by the payment that the chain shows. */
    close: () => exit({ round: ROUND, exit: 'close', by: 'ann', reason: 'paid', signature: PAID.signature }),
  };
}

const isPaid = { state: 'paid', payout: { signature: PAID.signature, slot: PAID.slot, status: 'final' } };
const UNPAID = { status: 'drawn', signature: null };
/** After this long, the process does not remember an attempt any more. */
const TEN_SECONDS = 10_001;

describe('a payment that a restored database has forgotten, and that the process which signed it still follows', () => {
  it('ends the round as paid by the transaction that has paid it, and nothing is signed again', async () => {
    const { rounds, advance, signed, surprises } = await paidAndForgotten([PAID]);
    await advance();
    expect([await rounds.get(ROUND), signed(), surprises]).toMatchObject([isPaid, 0, []]);
  });

  it('does so too where the round is drawn only in the process’s next look', async () => {
    const { rounds, advance, signed, surprises } = await paidAndForgotten([PAID]);
    await db.batch([
      db.prepare('DELETE FROM winners'),
      db.prepare(
        `UPDATE rounds SET state = 'committed', beacon_signature = NULL, randomness = NULL, payout_status = NULL, drawn_at = NULL, beacon_at = NULL`,
      ),
    ]);
    await advance();
    expect([await rounds.get(ROUND), signed(), surprises]).toMatchObject([isPaid, 0, []]);
  });

  it('is not paid again when the process has forgotten it too: a person ends the round by what the chain shows', async () => {
    const { rounds, advance, later, close, view, signed, surprises } = await paidAndForgotten([
      { ...PAID, isFinal: false },
    ]);
    await advance();
    expect(await rounds.get(ROUND)).toMatchObject({ state: 'drawn', payout: { signature: PAID.signature } });
    view.transactions = [COMMITTED, PAID];
    later(TEN_SECONDS);
    await advance();
    expect(await rounds.get(ROUND)).toMatchObject({ state: 'held', reason: 'mark-without-record', payout: UNPAID });
    expect(await close()).toMatchObject({ kind: 'done' });
    expect([await rounds.get(ROUND), signed(), surprises]).toMatchObject([isPaid, 0, []]);
  });

  it('lands once where a second one is signed before it lands: both make one mark, and the second one is refused', async () => {
    const { rounds, advance, later, close, view, sent, signed, surprises } = await paidAndForgotten([]);
    later(TEN_SECONDS);
    await advance();
    expect([signed(), sent]).toEqual([1, [SECOND.bytes]]);
    expect(await rounds.get(ROUND)).toMatchObject({ state: 'drawn', payout: { signature: SECOND.signature } });
    expect(SECOND.marks).toEqual(PAID.marks);
    view.transactions = [COMMITTED, PAID, { ...SECOND, marks: [], err: { InstructionError: [0, { Custom: 0 }] } }];
    later(TEN_SECONDS);
    await advance();
    expect(await rounds.get(ROUND)).toMatchObject({ state: 'held', reason: 'mark-without-record', payout: UNPAID });
    expect(await close()).toMatchObject({ kind: 'done' });
    expect([await rounds.get(ROUND), signed(), surprises]).toMatchObject([isPaid, 1, []]);
  });
});
