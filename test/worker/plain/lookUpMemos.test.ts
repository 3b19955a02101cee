import { afterEach, describe, expect, it, vi } from 'vitest';
import { RpcError } from '../../../worker/chain/rpcError.ts';
import { type FakeNode, rpcError } from '../fakeNodes.ts';
import {
  chainOf,
  commitText,
  ours,
  over,
  POOL_KEY,
  STRANGER,
  searcher,
  signatureOf,
  strangers,
  type TestRow,
  takeSurprises,
} from '../historyChain.ts';
import { encodeTransaction } from '../signedTransactions.ts';

const COMMIT = commitText(7);
const DECISIVE = { isDecisive: true };
const warned = () => vi.spyOn(console, 'warn').mockImplementation(() => {});

afterEach(() => {
  vi.restoreAllMocks();
  expect(takeSurprises()).toEqual([]);
});

/** A node whose answers to some calls are others. */
function altered(node: FakeNode, alter: FakeNode): FakeNode {
  return (method, params) => alter(method, params) ?? node(method, params);
}

describe('a transaction that cannot be read', () => {
  const unreadable: readonly (readonly [string, Partial<TestRow>])[] = [
    ['of a version that the node does not tell', { answer: rpcError(-32_015, 'version (1) is not supported') }],
    ['that the node cannot encode', { answer: rpcError(-32_603, 'Internal error') }],
    ['that is garbage', { answer: { transaction: ['AAAA', 'base64'] } }],
    ['of a version to come', { answer: { transaction: [Buffer.from([0x82, 1, 2, 3]).toString('base64'), 'base64'] } }],
    ['in another form', { answer: { transaction: { message: {} } } }],
    ['that is listed as final and not there', { answer: null, isFinal: true }],
  ];

  it.each(unreadable)('%s is never the end of a search: it is told once and passed over', async (_what, answer) => {
    const warn = warned();
    const stranger = strangers('stranger', answer);
    const { search, found } = over(stranger, ours('ours'));
    expect(await search(DECISIVE)).toMatchObject({ isComplete: true, unreadable: [signatureOf(stranger)] });
    expect(await found(DECISIVE)).toEqual(['ours']);
    expect(warn.mock.calls.map(([text]) => text)).toEqual([expect.stringContaining(signatureOf(stranger))]);
  });

  it('is asked of every node, and one that can read it is enough', async () => {
    const [blind, seeing] = [chainOf(ours('ours', { answer: rpcError(-32_015, 'version') })), chainOf(ours('ours'))];
    expect(await searcher([blind.node, seeing.node], () => seeing.said.rows).search(DECISIVE)).toMatchObject({
      ...{ memos: [{ text: COMMIT, shownBy: ['node 1', 'node 2'] }], unreadable: [] },
    });
  });

  it('is not passed over while a node could not be asked', async () => {
    const row = strangers('stranger', { answer: rpcError(-32_015, 'version') });
    const [blind, busy] = [chainOf(row), chainOf({ ...row, answer: new Response('', { status: 429 }) })];
    const { search } = searcher([blind.node, busy.node], () => [row]);
    await expect(search(DECISIVE)).rejects.toThrow('still being looked up');
    expect(await search()).toMatchObject({ isComplete: false, unreadable: [] });
  });

  it('is not passed over before it is final, when it is listed and not there: a fork may take it back', async () => {
    warned();
    const row = strangers('torn', { answer: null });
    const { said, search } = over(row);
    await expect(search(DECISIVE)).rejects.toThrow('still being looked up');
    said.rows = [];
    expect(await search(DECISIVE)).toMatchObject({ isComplete: true, unreadable: [] });
  });

  it('is passed over after five minutes, whatever the nodes answer', async () => {
    warned();
    const { said, search, later } = over(strangers('slow', { answer: new Response('', { status: 500 }) }));
    await expect(search(DECISIVE)).rejects.toThrow(RpcError);
    later(300_001);
    said.newest += 300;
    expect(await search(DECISIVE)).toMatchObject({ isComplete: true, unreadable: [expect.any(String)] });
  });

  it('is tried again a minute after it was passed over', async () => {
    warned();
    const row = ours('ours', { answer: rpcError(-32_015, 'version'), isFinal: true });
    const { said, found, later } = over(row);
    expect(await found(DECISIVE)).toEqual([]);
    said.rows = [ours('ours', { isFinal: true })];
    expect(await found(DECISIVE)).toEqual([]);
    later(60_001);
    said.newest += 60;
    expect(await found(DECISIVE)).toEqual(['ours']);
  });
});

describe('a node that hands over other bytes', () => {
  const bytesOf = (row: TestRow, signers = row.signers ?? []) =>
    Buffer.from(encodeTransaction({ name: row.name, signers, memos: row.memos ?? [] }).bytes).toString('base64');

  it("cannot make a stranger's text ours, nor ours a stranger's, and is named", async () => {
    warned();
    const [stranger, own] = [strangers('stranger'), ours('ours')];
    const liar = altered(chainOf(stranger, own).node, (method, [signature]) => {
      if (method !== 'getTransaction') return undefined;
      const isOwn = signature === signatureOf(own);
      return { transaction: [bytesOf(isOwn ? own : stranger, [isOwn ? STRANGER : POOL_KEY]), 'base64'] };
    });
    const alone = searcher([liar], () => [stranger, own]);
    expect((await alone.search()).memos).toEqual([]);
    const honest = chainOf(stranger, own);
    const { found, doubts } = searcher([liar, honest.node], () => [stranger, own]);
    expect(await found()).toEqual(['ours']);
    expect(doubts).toContainEqual(expect.objectContaining({ kind: 'lied', nodes: ['node 1'] }));
  });
});

describe('look-ups', () => {
  it('are made once for each transaction, over all searches and nodes', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? ours(`ours ${i}`) : strangers(`other ${i}`)));
    const [a, b] = [chainOf(...rows), chainOf(...rows)];
    const { found, lookedUp } = searcher([a.node, b.node], () => rows);
    const first = await found();
    expect(first).toHaveLength(10);
    expect(await found()).toEqual(first);
    expect(lookedUp()).toHaveLength(20);
  });

  it('that fail leave what was learnt, and are made again', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => (i === 0 ? ours('ours') : strangers(`other ${i}`)));
    const { said, node } = chainOf(...rows);
    let answered = 0;
    const limited = altered(node, (method) => {
      if (method !== 'getTransaction') return undefined;
      answered += 1;
      return answered % 10 === 0 ? new Response('', { status: 429 }) : undefined;
    });
    const { search, lookedUp, later } = searcher([limited], () => rows);
    await expect(search(DECISIVE)).rejects.toThrow('still being looked up');
    for (let again = 0; again < 6; again++) {
      later(2_000);
      said.newest += 2;
      await search();
    }
    expect(await search(DECISIVE)).toMatchObject({ isComplete: true, memos: [{ text: COMMIT }] });
    expect(lookedUp().length).toBeLessThan(60);
  });

  it('of a transaction that always fails do not keep the others waiting', async () => {
    warned();
    const rows = Array.from({ length: 100 }, (_, i) => strangers(`other ${i}`));
    const poison = strangers('poison', { slot: 1, answer: new Response('', { status: 500 }) });
    const { said, search, nameOf, later } = over(ours('ours'), ...rows, poison);
    let found: string[] = [];
    for (let again = 0; again < 6; again++) {
      found = (await search()).memos.map(({ signature }) => nameOf(signature));
      later(2_000);
      said.newest += 2;
    }
    expect(found).toEqual(['ours']);
  });

  it('that hang are not waited for', async () => {
    const { node } = chainOf(strangers('hanging'));
    const hanging = altered(node, (method) => (method === 'getTransaction' ? new Promise(() => {}) : undefined));
    expect(await searcher([hanging], () => []).search()).toMatchObject({ isComplete: false });
  });
});
