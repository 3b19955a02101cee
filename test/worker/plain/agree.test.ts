import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { agreeOnRent } from '../../../worker/chain/readChain.ts';
import { Implausible, NodesDisagree, RpcError } from '../../../worker/chain/rpcError.ts';
import type { RpcNode } from '../../../worker/chain/rpcNode.ts';
import { createDoubts } from '../../../worker/engine/doubts.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { answering, type FakeNode } from '../fakeNodes.ts';
import { down, rpcNodes } from '../rpcNodes.ts';
import { watchedNodes } from '../watchedNodes.ts';

const nodes = watchedNodes();

const says = (slot: number) => answering({ getSlot: slot });
/** Above a hundred is what cannot be true. */
const slotOf = async (node: RpcNode) => {
  const slot = await node.call('getSlot', [], z.int());
  if (slot > 100) throw new Implausible(node.label, 'getSlot', `${slot}`);
  return slot;
};
const QUESTION = { about: 'the slot', ask: slotOf };

describe('a question that moves money', () => {
  it('with one node is answered by its word, without a doubt', async () => {
    const { rpc, doubts } = nodes(says(7));
    expect(await rpc.agree(QUESTION)).toBe(7);
    expect(doubts).toEqual([]);
  });

  it('with two that say the same is answered', async () => {
    const { rpc, doubts, asked } = nodes(says(7), says(7));
    expect(await rpc.agree(QUESTION)).toBe(7);
    expect([doubts, asked()]).toEqual([[], ['node 1', 'node 2']]);
  });

  it('with two that differ is answered by neither, and both are named', async () => {
    const { rpc, doubts } = nodes(says(7), says(8));
    const error = await rpc.agree(QUESTION).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NodesDisagree);
    expect(error).toBeInstanceOf(RpcError);
    expect((error as NodesDisagree).summary).toBe('RPC node 1 and node 2 disagree about the slot');
    expect(doubts).toMatchObject([{ kind: 'disagree', nodes: ['node 1', 'node 2'], about: 'the slot' }]);
  });

  it('with three is answered by the majority, wherever the liar stands; it is named, and has no say for ten minutes', async () => {
    for (const liar of [0, 1, 2]) {
      const { rpc, doubts, asked, later, calls } = nodes(...[0, 1, 2].map((i) => says(i === liar ? 9 : 7)));
      expect(await rpc.agree(QUESTION)).toBe(7);
      expect(doubts).toMatchObject([{ kind: 'lied', nodes: [`node ${liar + 1}`], about: 'the slot' }]);
      calls.length = 0;
      expect(await rpc.agree(QUESTION)).toBe(7);
      expect(asked()).not.toContain(`node ${liar + 1}`);
      later(600_000);
      calls.length = 0;
      await rpc.agree(QUESTION);
      expect(asked()).toContain(`node ${liar + 1}`);
    }
  });

  it('with three that all differ is answered by none', async () => {
    const { rpc } = nodes(says(7), says(8), says(9));
    await expect(rpc.agree(QUESTION)).rejects.toThrow(NodesDisagree);
  });

  it('takes the other node\u2019s word when a lie shows itself', async () => {
    const { rpc, doubts } = nodes(says(101), says(7));
    expect(await rpc.agree(QUESTION)).toBe(7);
    expect(doubts[0]).toMatchObject({ kind: 'lied', nodes: ['node 1'], detail: '101' });
  });

  it('takes the word of the one that answers when the others are silent, and says so', async () => {
    const { rpc, doubts } = nodes(down, says(7));
    expect(await rpc.agree(QUESTION)).toBe(7);
    expect(doubts).toMatchObject([{ kind: 'silent', nodes: ['node 1'], about: 'the slot' }]);
  });

  it('with three, of which one is silent and two differ, is answered by none', async () => {
    const { rpc } = nodes(says(7), down, says(8));
    await expect(rpc.agree(QUESTION)).rejects.toThrow(NodesDisagree);
  });

  it('without any answer fails, and what cannot be true is said before what was not heard', async () => {
    await expect(nodes(down, says(101)).rpc.agree(QUESTION)).rejects.toThrow(Implausible);
    await expect(nodes(down, down).rpc.agree(QUESTION)).rejects.toThrow('answered 503');
  });

  it('is not kept waiting by a node that was silent a moment ago', async () => {
    let hangs = false;
    const mute: FakeNode = () => {
      if (hangs) return new Promise(() => undefined);
      throw new Error('unreachable');
    };
    const each = rpcNodes([mute, says(7)]);
    await each.rpc.agree(QUESTION);
    hangs = true;
    // Ends only because the hanging node is hardly waited for.
    expect(await each.rpc.agree(QUESTION)).toBe(7);
  });

  it('asks a node that lied when no other one answers', async () => {
    let isUp = true;
    const honest: FakeNode = (...call) => (isUp ? says(7)(...call) : down(...call));
    let slot = 101;
    const { rpc } = nodes(honest, (...call) => says(slot)(...call));
    await rpc.agree(QUESTION);
    [isUp, slot] = [false, 8];
    expect(await rpc.agree(QUESTION)).toBe(8);
  });
});

describe('rent', () => {
  const rent = (lamports: number) => answering({ getMinimumBalanceForRentExemption: lamports });

  it.each([0, 10_000_001, 500_000_000_000])('of %i lamports is believed of no node', async (lamports) => {
    await expect(agreeOnRent(nodes(rent(lamports)).rpc, 1)).rejects.toThrow(Implausible);
    const { rpc, doubts } = nodes(rent(lamports), rent(897_840));
    expect(await agreeOnRent(rpc, 1)).toBe(897_840n);
    expect(doubts[0]).toMatchObject({ kind: 'lied', nodes: ['node 1'] });
  });

  it('that is possible and yet another one on each node is none', async () => {
    await expect(agreeOnRent(nodes(rent(897_840), rent(900_000)).rpc, 1)).rejects.toThrow(NodesDisagree);
  });
});

describe('doubts about nodes', () => {
  it('are told once a day and subject, by the places of the nodes', async () => {
    const raised: [string, string][] = [];
    let now = 86_400_000 * 20_000;
    const doubts = createDoubts({
      raiseAlert: async (key, message) => void raised.push([key, message]),
      now: () => now,
    });
    const lie = { kind: 'lied', nodes: ['node 2'], about: 'the holders', detail: 'no sum' } as const;
    doubts.onDoubt(lie);
    doubts.onDoubt(lie);
    const differ = {
      kind: 'disagree',
      nodes: ['node 1', 'node 2'],
      about: 'the rent of 1 bytes',
      detail: 'two',
    } as const;
    doubts.onDoubt(differ);
    now += 2_000;
    doubts.onDoubt(differ);
    now += 86_400_000;
    doubts.onDoubt(lie);
    expect(raised.map(([key]) => key)).toEqual([
      'node-lied:node 2:the holders:20000',
      'nodes-disagree:the rent of 1 bytes:20000',
      'node-lied:node 2:the holders:20001',
    ]);
    expect(raised[1]?.[1]).toContain('node 1 and node 2 disagree about the rent of 1 bytes');
  });

  it('of a moment are told to nobody: the nodes were at different slots, and the next look found them together', () => {
    let now = 1_000;
    const doubts = createDoubts({ raiseAlert: neverCalled('raiseAlert'), now: () => now });
    const differ = { kind: 'disagree', nodes: ['node 1', 'node 2'], about: 'the holders', detail: 'x' } as const;
    doubts.onDoubt(differ);
    now += 1_000;
    doubts.onDoubt(differ);
    // An hour later another round is locked: what was then is another contradiction.
    now += 3_600_000;
    doubts.onDoubt(differ);
    expect(doubts.recent()).toContain('disagree about the holders');
  });

  it('that come back with every look are told, also where one looks every two minutes', () => {
    for (const rhythm of [2_000, 60_000, 120_000]) {
      const raised: string[] = [];
      let now = 1_000;
      const doubts = createDoubts({ raiseAlert: async (key) => void raised.push(key), now: () => now });
      const differ = { kind: 'disagree', nodes: ['node 1', 'node 2'], about: 'the reserve', detail: 'x' } as const;
      doubts.onDoubt(differ);
      now += rhythm;
      doubts.onDoubt(differ);
      expect(raised).toEqual(['nodes-disagree:the reserve:0']);
    }
  });

  it('are remembered for health for an hour', () => {
    let now = 1_000;
    const doubts = createDoubts({ raiseAlert: async () => undefined, now: () => now });
    expect([doubts.recent(), doubts.isDisputed()]).toEqual([null, false]);
    doubts.onDoubt({ kind: 'disagree', nodes: ['node 1', 'node 2'], about: 'the holders', detail: 'x' });
    expect(doubts.recent()).toContain('node 1 and node 2');
    expect(doubts.isDisputed()).toBe(true);
    now += 600_000;
    expect(doubts.isDisputed()).toBe(false);
    now += 3_000_000;
    expect(doubts.recent()).toBeNull();
  });
});
