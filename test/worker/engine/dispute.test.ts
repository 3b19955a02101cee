import { beforeEach, describe, expect, it } from 'vitest';
import { NodesSilent } from '../../../worker/chain/node/rpcError.ts';
import { createPursue } from '../../../worker/engine/intention.ts';
import { createPursueAll } from '../../../worker/engine/pursueAll.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { emptyDatabase } from '../database.ts';
import { answering, type FakeNode } from '../fakeNodes.ts';
import { oneByOne } from '../oneByOne.ts';
import { REACH } from '../roundStates.ts';
import { rpcNodes } from '../rpcNodes.ts';

const FINAL = { slot: 950, err: null, confirmationStatus: 'finalized' };

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
  await REACH.drawn(createRoundStore(db, () => 0));
});

/** A node of this block height that says this of every transaction. */
const saying = (said: { status: unknown; blockHeight?: number }): FakeNode =>
  answering({
    getSignatureStatuses: () => ({ context: { slot: 10_000 }, value: [said.status] }),
    getEpochInfo: () => ({ blockHeight: said.blockHeight ?? 990, absoluteSlot: 9_000 }),
    getFirstAvailableBlock: 0,
    getBlocks: (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, i) => from + i),
    getBlock: (slot: number) => ({ blockHeight: slot - 50 }),
    sendTransaction: 'taken',
  });

/** A payment that was signed and sent before two nodes contradict each other about it. */
async function paymentBetween(...nodes: readonly FakeNode[]) {
  const world = rpcNodes(nodes);
  const journal = oneByOne(createJournal(db, world.now));
  const row = { key: 'payout:123', attempt: 0, bytes: 'bytes', signature: 'signature', blockhash: 'b' };
  await journal.write({ ...row, lastValidBlockHeight: 1_000, signedSlot: 900 });
  const pursue = createPursue(createPursueAll({ journal, rpc: world.rpc, now: world.now }));
  const intention = { key: 'payout:123', mayResend: true, maySign: async () => true, sign: neverCalled('sign') };
  return { ...world, look: () => pursue(intention), attempts: () => journal.attempts('payout:123') };
}

describe('a payment about which two nodes contradict each other', () => {
  it.each([
    ['calls it final and the other does not know it', { status: FINAL }],
    ['calls it failed and the other does not know it', { status: { ...FINAL, err: { Custom: 1 } } }],
  ])('waits while one %s; both are named after half a minute, and nothing is signed', async (_what, lie) => {
    const { look, later, doubts, attempts, surprises } = await paymentBetween(saying(lie), saying({ status: null }));
    expect(await look()).toMatchObject({ kind: 'pending', seen: 'sent' });
    later(29_999);
    await look();
    expect(doubts).toEqual([]);
    later(1);
    expect(await look()).toMatchObject({ kind: 'pending', seen: 'sent' });
    expect(doubts).toMatchObject([
      { kind: 'disagree', nodes: ['node 1', 'node 2'], about: 'the transaction of payout:123' },
    ]);
    expect(await attempts()).toMatchObject([{ attempt: 0, state: 'sent' }]);
    expect(surprises).toEqual([]);
  });

  it('waits while one calls it dead and the other knows it', async () => {
    const { look, later, attempts } = await paymentBetween(
      saying({ status: null, blockHeight: 2_000 }),
      saying({ status: FINAL, blockHeight: 2_000 }),
    );
    for (let i = 0; i < 3; i++) {
      expect(await look()).toMatchObject({ kind: 'pending' });
      later(60_000);
    }
    expect(await attempts()).toMatchObject([{ attempt: 0, state: 'sent' }]);
  });

  it('goes on as soon as the lie ends', async () => {
    const said = { status: null as unknown };
    const { look, later } = await paymentBetween(saying(said), saying({ status: FINAL }));
    expect(await look()).toMatchObject({ kind: 'pending' });
    said.status = FINAL;
    later(1_000);
    expect(await look()).toMatchObject({ kind: 'final', slot: 950 });
  });

  it('waits for one of two that stands still or is silent, and for none of three', async () => {
    const still = saying({ status: null, blockHeight: 500 });
    const two = await paymentBetween(still, saying({ status: FINAL }));
    for (let i = 0; i < 3; i++) {
      expect(await two.look()).toMatchObject({ kind: 'pending' });
      two.later(60_000);
    }
    const three = await paymentBetween(still, saying({ status: FINAL }), saying({ status: FINAL }));
    expect(await three.look()).toMatchObject({ kind: 'final', slot: 950 });
  });

  it('that never landed does not become final by one node while the other is refused, and a person is told', async () => {
    const busy: FakeNode = (method, params) =>
      method === 'getSignatureStatuses' ? new Response('', { status: 429 }) : saying({ status: null })(method, params);
    const { look, doubts, attempts } = await paymentBetween(busy, saying({ status: FINAL }));
    await expect(look()).rejects.toThrow(NodesSilent);
    expect(doubts).toMatchObject([{ kind: 'silent', nodes: ['node 1'] }]);
    expect(await attempts()).toMatchObject([{ attempt: 0, state: 'sent' }]);
  });
});
