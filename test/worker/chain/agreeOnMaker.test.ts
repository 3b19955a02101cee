import { describe, expect, it } from 'vitest';
import { judgeMaker } from '../../../src/marks/judgeMaker.ts';
import { markOf } from '../../../src/marks/readForm.ts';
import { allocateWithSeedData, SYSTEM_PROGRAM } from '../../../src/marks/systemProgram.ts';
import { agreeOnMaker } from '../../../worker/chain/ledger/agreeOnMaker.ts';
import { secretKeyOf } from '../completeSettings.ts';
import { rpcError } from '../fakeNodes.ts';
import { ENDS_AT, lockOf } from '../honestRound.ts';
import { markedNode, type OnChain, transactionsOf } from '../markedChain.ts';
import { watchedNodes } from '../watchedNodes.ts';

const nodes = watchedNodes();
const OURS = transactionsOf(secretKeyOf(1));
const ASKED = { base: OURS.address, seed: `payout:${ENDS_AT}` };
const PAYMENT = OURS.payment({ ...lockOf(), wallet: OURS.address });
const WHO = { asked: ASKED, judge: (message: Parameters<typeof judgeMaker>[0]) => judgeMaker(message, ASKED) };

const knowing = (transaction: OnChain, more: object = {}) =>
  markedNode({ transactions: [transaction], newest: ENDS_AT + 600 }, { ...more });
const unknowing = (more: object = {}) => markedNode({ transactions: [], newest: ENDS_AT + 600 }, { ...more });
const none = (why: string) => ({ kind: 'no maker', why });

describe('the transaction that made a mark', () => {
  it('is that of the given signature where enough nodes call it final, whichever shows its bytes', async () => {
    const expected = { kind: 'maker', signature: PAYMENT.signature, slot: PAYMENT.slot, blockTime: ENDS_AT + 60 };
    expect(await agreeOnMaker(nodes(knowing(PAYMENT), knowing(PAYMENT)).rpc, WHO, PAYMENT.signature)).toMatchObject(
      expected,
    );
    const showsNothing = knowing(PAYMENT, { getTransaction: null });
    const { rpc, doubts } = nodes(showsNothing, knowing(PAYMENT));
    expect([await agreeOnMaker(rpc, WHO, PAYMENT.signature), doubts]).toMatchObject([expected, []]);
  });

  it.each<[string, OnChain, string]>([
    ['has failed', { ...PAYMENT, err: { InstructionError: [2, 'Custom'] } }, 'has failed, and made nothing'],
    ['is not final', { ...PAYMENT, isFinal: false }, 'is not final, or not known to enough nodes'],
    ['made another mark', OURS.commitment(lockOf(2)), 'did not make the mark'],
    [
      'is somebody else’s',
      transactionsOf(secretKeyOf(2)).payment({ ...lockOf(), wallet: OURS.address }),
      'did not make the mark',
    ],
  ])('is not one that %s', async (_what, transaction, why) => {
    const { rpc } = nodes(knowing(transaction), knowing(transaction));
    expect(await agreeOnMaker(rpc, WHO, transaction.signature)).toEqual(none(why));
  });

  it('is not one that only one of two nodes knows, or none', async () => {
    expect(await agreeOnMaker(nodes(knowing(PAYMENT), unknowing()).rpc, WHO, PAYMENT.signature)).toEqual(
      none('is not final, or not known to enough nodes'),
    );
    const { rpc } = nodes(unknowing(), unknowing());
    expect(await agreeOnMaker(rpc, WHO, PAYMENT.signature)).toEqual(none('is known to no node'));
  });

  it('is not shown by a node that gives other bytes: it is named, and the next node is asked', async () => {
    const other = OURS.transfer('x', 1n, { blockTime: 1 });
    const forging = knowing(PAYMENT, { getTransaction: { transaction: [other.bytes, 'base64'] } });
    const { rpc, doubts } = nodes(forging, knowing(PAYMENT));
    expect(await agreeOnMaker(rpc, WHO, PAYMENT.signature)).toMatchObject({ kind: 'maker' });
    const [about, detail] = [`the transaction ${PAYMENT.signature}`, 'its bytes are not of that signature'];
    expect(doubts).toEqual([{ kind: 'lied', nodes: ['node 1'], about, detail }]);
  });

  it('is found at once where one node never answers: a stranger can list many transactions for a mark', async () => {
    const hanging = knowing(PAYMENT, { getTransaction: () => new Promise(() => {}) });
    for (const three of [
      [hanging, knowing(PAYMENT), knowing(PAYMENT)],
      [knowing(PAYMENT), hanging, knowing(PAYMENT)],
    ])
      expect(await agreeOnMaker(nodes(...three).rpc, WHO, PAYMENT.signature)).toMatchObject({ kind: 'maker' });
  });

  it('is not known while a node may still have it; bytes of a form that no node can read are not ours', async () => {
    const broken = unknowing({ getTransaction: () => rpcError(-32_603, 'internal error') });
    await expect(agreeOnMaker(nodes(broken, unknowing()).rpc, WHO, PAYMENT.signature)).rejects.toThrow(
      `getTransaction: ${PAYMENT.signature} could not be read this time`,
    );
    const down = unknowing({ getTransaction: () => new Response('', { status: 503 }) });
    await expect(agreeOnMaker(nodes(down, unknowing()).rpc, WHO, PAYMENT.signature)).rejects.toThrow('getTransaction');
    const foreign = unknowing({ getTransaction: () => rpcError(-32_015, 'version (9)') });
    for (const { rpc } of [nodes(foreign, foreign), nodes(foreign, unknowing()), nodes(unknowing(), foreign)])
      expect(await agreeOnMaker(rpc, WHO, PAYMENT.signature)).toEqual(
        none('has a form that cannot be read, so it is none of ours'),
      );
  });
});

describe('an allocation at the address of a mark', () => {
  const allocating = (space: number) => {
    const data = allocateWithSeedData(ASKED.base, ASKED.seed);
    // Behind the space stands the owner.
    data[data.length - 40] = space;
    const instructions = [{ program: SYSTEM_PROGRAM, accounts: [markOf(ASKED), ASKED.base], data }];
    return judgeMaker({ version: 'legacy', signers: [ASKED.base], instructions }, ASKED).kind;
  };

  it('makes it with one byte alone: none leaves it free, and a nonce account goes away again', () => {
    expect([0, 1, 2, 80].map(allocating)).toEqual(['none', 'other', 'none', 'none']);
  });
});
