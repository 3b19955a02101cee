import { expect, it } from 'vitest';
import { findMaker, findMakerNamed } from '../../../worker/chain/ledger/findMaker.ts';
import { secretKeyOf } from '../completeSettings.ts';
import { ENDS_AT, lockOf } from '../honestRound.ts';
import { markedNode, transactionsOf } from '../markedChain.ts';
import { watchedNodes } from '../watchedNodes.ts';

const nodes = watchedNodes();
const OURS = transactionsOf(secretKeyOf(1));
const ASKED = { base: OURS.address, seed: `commit:${ENDS_AT}` };

it('a wrong signature that an operator names is called wrong, even while a node lists a transaction that no node can show', async () => {
  const wrong = OURS.payment({ ...lockOf(), wallet: OURS.address });
  const view = { transactions: [wrong], newest: ENDS_AT + 60 };
  const row = { signature: 'nobody has it', slot: 7, blockTime: ENDS_AT, err: null, memo: null };
  const inventing = markedNode(view, {
    getSignaturesForAddress: [{ ...row, confirmationStatus: 'finalized' }],
    getTransaction: (asked: string) =>
      asked === wrong.signature ? { transaction: [wrong.bytes, 'base64'] } : new Response('', { status: 429 }),
  });
  const { rpc } = nodes(markedNode(view), markedNode(view), inventing);
  expect(await findMakerNamed(rpc, ASKED, [wrong.signature])).toEqual({
    kind: 'no maker',
    why: `${wrong.signature} did not make the mark`,
  });
  // A signature from the journal is no reason to give up: a node that has recovered may show the transaction that made
  // the mark.
  await expect(findMaker(rpc, ASKED, [wrong.signature])).rejects.toThrow('getTransaction');
  // Without a signature nobody can say what made the mark, so it is asked again.
  await expect(findMaker(rpc, ASKED)).rejects.toThrow('getTransaction');
});

it('what made a mark is found although one of three nodes lists without an answer, or lists other transactions without end', async () => {
  const made = OURS.commitment({ ...lockOf(), wallet: OURS.address });
  const view = { transactions: [made], newest: ENDS_AT + 60 };
  const row = { slot: 7, blockTime: ENDS_AT, err: null, memo: null, confirmationStatus: 'finalized' };
  const pages = Array.from({ length: 1_000 }, (_, i) => ({ ...row, signature: `nobody has ${i}` }));
  const never = () => new Promise(() => {});
  for (const hostile of [{ getSignaturesForAddress: never }, { getSignaturesForAddress: pages, getTransaction: never }])
    for (const place of [0, 1, 2]) {
      const three = [markedNode(view), markedNode(view), markedNode(view)].with(place, markedNode(view, hostile));
      expect(await findMaker(nodes(...three).rpc, ASKED)).toMatchObject({ kind: 'maker', signature: made.signature });
    }
});

it('nothing more is looked up once the maker is known, however many transactions a liar lists', async () => {
  const made = OURS.commitment({ ...lockOf(), wallet: OURS.address });
  const found = Promise.withResolvers<void>();
  const view = { transactions: [made], newest: ENDS_AT + 60 };
  const row = { slot: 7, blockTime: ENDS_AT, err: null, memo: null, confirmationStatus: 'finalized' };
  const invented = Array.from({ length: 30 }, (_, i) => ({ ...row, signature: `invented ${i}` }));
  const honest = () => {
    const node = markedNode(view);
    return async (method: string, params: readonly unknown[]) => {
      if (String(params[0]).startsWith('invented')) await found.promise;
      return node(method, params);
    };
  };
  const { rpc, calls } = nodes(honest(), honest(), markedNode(view, { getSignaturesForAddress: invented }));
  expect(await findMaker(rpc, ASKED)).toMatchObject({ kind: 'maker', signature: made.signature });
  const before = calls.length;
  found.resolve();
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve));
  expect(calls.slice(before)).toEqual([]);
});
