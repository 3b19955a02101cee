import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NodesDisagree, NodesSilent } from '../../../worker/chain/rpcError.ts';
import type { FakeNode } from '../fakeNodes.ts';
import { chainOf, ours, searcher, signatureOf, strangers, type TestRow, takeSurprises } from '../historyChain.ts';
import { down } from '../rpcNodes.ts';

const DECISIVE = { isDecisive: true };
const OURS = ours('ours', { slot: 700, isFinal: true });
const LATE = ours('ours', { slot: 700, isFinal: true, blockTime: 1_501 });

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(takeSurprises()).toEqual([]);
});

/** A search over nodes with these histories, each a list of rows or a node. */
function asked(...histories: (readonly TestRow[] | FakeNode)[]) {
  return searcher(
    histories.map((each) => (typeof each === 'function' ? each : chainOf(...each).node)),
    () => [OURS],
  );
}
const lies = (client: ReturnType<typeof asked>) => client.doubts.map(({ kind, nodes }) => [kind, ...nodes]);

describe('a memo that several nodes are asked about', () => {
  it('is agreed on when enough nodes show it at the same time', async () => {
    const both = await asked([OURS], [OURS]).search();
    expect(both.memos).toMatchObject([
      { blockTime: 1_500, final: true, shownBy: ['node 1', 'node 2'], isAgreed: true },
    ]);
    const most = await asked([], [OURS], [OURS]).search();
    expect(most.memos).toMatchObject([{ shownBy: ['node 2', 'node 3'], isAgreed: true }]);
  });

  it('is proven, and not agreed on, when one of two shows it', async () => {
    expect((await asked([], [OURS]).search()).memos).toMatchObject([{ shownBy: ['node 2'], isAgreed: false }]);
  });

  it('is not agreed on at two times, and has that of the most nodes', async () => {
    expect((await asked([OURS], [LATE]).search()).memos).toMatchObject([{ isAgreed: false }]);
    const most = await asked([OURS], [LATE], [LATE]).search();
    expect(most.memos).toMatchObject([{ blockTime: 1_501, shownBy: ['node 2', 'node 3'], isAgreed: true }]);
  });

  it('is final when enough nodes show it so', async () => {
    const confirmed = { ...OURS, isFinal: false };
    expect((await asked([OURS], [confirmed]).search()).memos).toMatchObject([{ final: false, isAgreed: true }]);
    expect((await asked([OURS], [confirmed], [OURS]).search()).memos).toMatchObject([{ final: true }]);
  });

  it('is proven, and not agreed on, while the other one of two is silent; nothing is decided then', async () => {
    const client = asked(down, [OURS]);
    expect((await client.search()).memos).toMatchObject([{ shownBy: ['node 2'], isAgreed: false, final: false }]);
    await expect(client.search(DECISIVE)).rejects.toThrow(NodesSilent);
    expect(lies(client)).toEqual([['silent', 'node 1']]);
  });

  it('is agreed on by two of three while the third is silent', async () => {
    const found = await asked(down, [OURS], [OURS]).search(DECISIVE);
    expect(found.memos).toMatchObject([{ shownBy: ['node 2', 'node 3'], isAgreed: true, final: true }]);
    await expect(asked(down, [OURS], []).search(DECISIVE)).rejects.toThrow(NodesDisagree);
  });

  it('that counts alone is an answer to a decisive question from any node', async () => {
    const search = asked([], [OURS]).search({ ...DECISIVE, countsAlone: () => true });
    expect((await search).memos).toMatchObject([{ shownBy: ['node 2'], isAgreed: false }]);
  });

  it('that counts alone is told while look-alikes are still being looked up', async () => {
    const slow = strangers('slow', { answer: new Response('', { status: 500 }), slot: 1 });
    const found = await asked([OURS, slow]).search({ ...DECISIVE, countsAlone: () => true });
    expect(found).toMatchObject({ memos: [{ text: expect.any(String) }], isComplete: false });
  });
});

describe('what is decided by what is not found', () => {
  it('is decided when no node shows anything', async () => {
    const client = asked([], []);
    expect(await client.search(DECISIVE)).toMatchObject({ memos: [], isComplete: true });
    expect(client.doubts).toEqual([]);
  });

  it('is undecided between two nodes, both are named, and none is called a liar', async () => {
    const client = asked([], [OURS]);
    const error = await client.search(DECISIVE).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NodesDisagree);
    expect(error).toMatchObject({ nodes: ['node 1', 'node 2'], about: 'the commitment of round 7' });
    expect(client.doubts).toMatchObject([{ kind: 'disagree', nodes: ['node 1', 'node 2'] }]);
  });

  it('is undecided between two nodes that show it at two times', async () => {
    await expect(asked([OURS], [LATE]).search(DECISIVE)).rejects.toThrow(NodesDisagree);
  });

  it('is decided as soon as the lie is over: what a node told wrongly is not remembered', async () => {
    const { node, said } = chainOf(LATE);
    const client = asked(node, [OURS]);
    await expect(client.search(DECISIVE)).rejects.toThrow(NodesDisagree);
    said.rows = [OURS];
    expect((await client.search(DECISIVE)).memos).toMatchObject([{ isAgreed: true, final: true }]);
  });

  it('is not denied by a node whose list lags and who knows the signature', async () => {
    const { node } = chainOf(OURS);
    const empty = chainOf();
    const lagging: FakeNode = (method, params) =>
      (method === 'getSignaturesForAddress' ? empty.node : node)(method, params);
    const client = asked(lagging, [OURS]);
    expect((await client.search(DECISIVE)).memos).toMatchObject([{ shownBy: ['node 1', 'node 2'], isAgreed: true }]);
    expect(client.doubts).toEqual([]);
  });

  it('is denied by a node that knows the signature at another time, or as failed', async () => {
    for (const row of [LATE, { ...OURS, err: { InstructionError: [0, 'Custom'] } }])
      await expect(asked([row], [OURS]).search(DECISIVE)).rejects.toThrow(NodesDisagree);
  });

  it('is what two of three say, and the third one is named', async () => {
    const hiding = asked([OURS], [], [OURS]);
    expect((await hiding.search(DECISIVE)).memos).toMatchObject([{ isAgreed: true }]);
    expect(lies(hiding)).toEqual([['differs', 'node 2']]);
    // A node that holds a signed transaction of ours back can show it as landed: the signature is ours, the landing is its word.
    const inventing = asked([], [OURS], []);
    expect(await inventing.search(DECISIVE)).toMatchObject({ memos: [], isComplete: true });
    expect(lies(inventing)).toEqual([['differs', 'node 2']]);
  });

  it('is undecided among three when the third is silent about it', async () => {
    const { node } = chainOf();
    const mute: FakeNode = (method, params) =>
      method === 'getSignatureStatuses' ? down(method, params) : node(method, params);
    await expect(asked([], [OURS], mute).search(DECISIVE)).rejects.toThrow(NodesDisagree);
  });

  it('is asked of the signature only where a node does not show it', async () => {
    const client = asked([OURS], [OURS]);
    await client.search(DECISIVE);
    expect(client.count('getSignatureStatuses')).toBe(0);
    expect(signatureOf(OURS)).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
  });
});
