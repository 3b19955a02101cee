import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { agreeOnRent } from '../../../worker/chain/accounts/readChain.ts';
import { findSilentNodes } from '../../../worker/chain/node/findSilentNodes.ts';
import { type Doubt, Implausible, NodesDisagree, NodesSilent } from '../../../worker/chain/node/rpcError.ts';
import type { RpcNode } from '../../../worker/chain/node/rpcNode.ts';
import { enoughAlike, isWrittenAlike } from '../../../worker/chain/node/voices.ts';
import { createDoubts, type KeptTroubles, type Trouble, troublesSchema } from '../../../worker/engine/doubts.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { answering, type FakeNode } from '../fakeNodes.ts';
import { down, rpcNodes } from '../rpcNodes.ts';
import { watchedNodes } from '../watchedNodes.ts';

const nodes = watchedNodes();

const says = (slot: number) => answering({ getSlot: slot });
/** Values above a hundred cannot be true. */
const slotOf = async (node: RpcNode) => {
  const slot = await node.call('getSlot', [], z.int());
  if (slot > 100) throw new Implausible(node.label, 'getSlot', `${slot}`);
  return slot;
};
const QUESTION = { about: 'the slot', ask: slotOf };

/** A node at a place of RPC_URLS: it tells the truth (7), another number, an impossible number, nothing, or hangs. */
const KINDS = {
  honest: says(7),
  liar: says(8),
  other: says(9),
  absurd: says(101),
  silent: down,
  hanging: () => new Promise(() => undefined),
} as const satisfies Record<string, FakeNode>;
type Kind = keyof typeof KINDS;

/** Every order in which these can stand. */
const ordersOf = (kinds: readonly Kind[]): Kind[][] =>
  kinds.length < 2
    ? [[...kinds]]
    : kinds.flatMap((kind, i) => ordersOf(kinds.filter((_, j) => j !== i)).map((rest) => [kind, ...rest]));
const places = (kinds: readonly Kind[], ...wanted: readonly Kind[]) =>
  kinds.flatMap((kind, i) => (wanted.includes(kind) ? [`node ${i + 1}`] : []));

describe('answers', () => {
  const [node] = nodes(down).rpc.nodes;
  if (node === undefined) throw new Error('one node');
  const voiceOf = <T>(value: T) => ({ node, value });

  it('are the same when everything in them is, amounts and texts of amounts apart', () => {
    const said = { slot: 7, lamports: 5n, accounts: [{ owner: 'a' }] };
    const isSame = (other: object) => isWrittenAlike<object>(voiceOf(said), voiceOf(other));
    expect(isSame(structuredClone(said))).toBe(true);
    const others = [
      { ...said, slot: 8 },
      { ...said, lamports: 6n },
      { ...said, lamports: 5 },
    ];
    for (const other of [...others, { ...said, accounts: [{ owner: 'b' }] }]) expect(isSame(other)).toBe(false);
  });

  it('of one node alone are enough for one, even if no two of them ever count as the same', async () => {
    const voice = voiceOf(7);
    expect(await enoughAlike([voice], 1, () => false)).toEqual([voice]);
    expect(await enoughAlike([voice, voiceOf(7)], 2, () => false)).toBeUndefined();
  });
});

describe('a question that decides about money', () => {
  it.each<[string, Kind[]]>([
    ['one node', ['honest']],
    ['two nodes that say the same', ['honest', 'honest']],
    ['three', ['honest', 'honest', 'honest']],
    ['three of which one lies', ['honest', 'honest', 'liar']],
    ['three of which one says what cannot be true', ['honest', 'honest', 'absurd']],
    ['three of which one is silent', ['honest', 'honest', 'silent']],
    ['three of which one hangs: nobody waits for it', ['honest', 'honest', 'hanging']],
    ['five of which two lie alike', ['honest', 'honest', 'honest', 'liar', 'liar']],
    ['five of which one lies and one is silent', ['honest', 'honest', 'honest', 'liar', 'silent']],
  ])('is answered by %s, wherever each stands', async (_who, kinds) => {
    for (const order of ordersOf(kinds)) expect(await nodes(...order.map((k) => KINDS[k])).rpc.agree(QUESTION)).toBe(7);
  });

  it.each<[string, Kind[]]>([
    ['two of which one lies', ['honest', 'liar']],
    ['three that all differ', ['honest', 'liar', 'other']],
    ['three of which one lies and one is silent', ['honest', 'liar', 'silent']],
    ['three of which one lies and one says what cannot be true', ['honest', 'liar', 'absurd']],
    ['four of which two lie alike', ['honest', 'honest', 'liar', 'liar']],
  ])('is answered by none of %s, and all who answered are named', async (_who, kinds) => {
    for (const order of ordersOf(kinds)) {
      const { rpc, doubts } = nodes(...order.map((kind) => KINDS[kind]));
      const error = await rpc.agree(QUESTION).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(NodesDisagree);
      const named = places(order, 'honest', 'liar', 'other');
      expect(error).toMatchObject({ nodes: named, summary: `RPC ${named.join(' and ')} disagree about the slot` });
      expect(doubts.filter(({ kind }) => kind === 'disagree')).toMatchObject([{ nodes: named, about: 'the slot' }]);
    }
  });

  it.each<[string, Kind[]]>([
    ['two of which one is silent', ['honest', 'silent']],
    ['two of which one lies and one is silent', ['liar', 'silent']],
    ['two of which one says what cannot be true', ['honest', 'absurd']],
    ['three of which two are silent', ['honest', 'silent', 'silent']],
    ['three of which one is silent and one says what cannot be true', ['honest', 'silent', 'absurd']],
    ['five of which three are silent', ['honest', 'honest', 'silent', 'silent', 'silent']],
  ])('is answered by none of %s, and the silent ones are named', async (_who, kinds) => {
    for (const order of ordersOf(kinds)) {
      const { rpc, doubts } = nodes(...order.map((kind) => KINDS[kind]));
      const error = await rpc.agree(QUESTION).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(NodesSilent);
      const silent = places(order, 'silent', 'absurd');
      expect(error).toMatchObject({ silent });
      expect(doubts.filter(({ kind }) => kind === 'silent')).toMatchObject([{ nodes: silent, about: 'the slot' }]);
    }
  });

  it('is never decided by one node because another one refuses now and then: a node counts again as soon as it answers', async () => {
    let isBusy = true;
    const each = nodes((...call) => (isBusy ? down(...call) : says(7)(...call)), says(8));
    await expect(each.rpc.agree(QUESTION)).rejects.toThrow(NodesSilent);
    isBusy = false;
    await expect(each.rpc.agree(QUESTION)).rejects.toThrow(NodesDisagree);
  });

  it('says why each node does not count; with one node only, it repeats that node’s reason and raises no doubt', async () => {
    await expect(nodes(down, says(101)).rpc.agree(QUESTION)).rejects.toThrow('answered 503');
    await expect(nodes(down, says(101)).rpc.agree(QUESTION)).rejects.toThrow('101');
    const alone = nodes(down);
    const error = await alone.rpc.agree(QUESTION).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ summary: 'RPC node 1 gives no usable answer to getSlot' });
    expect(alone.doubts).toEqual([]);
  });

  it('names a node that others contradict even if it answers last, and asks it last when one node is enough', async () => {
    const late = Promise.withResolvers<void>();
    const slowLiar: FakeNode = async (...call) => {
      await late.promise;
      return says(8)(...call);
    };
    const { rpc, doubts, asked, calls } = nodes(slowLiar, says(7), says(7));
    expect(await rpc.agree(QUESTION)).toBe(7);
    expect(doubts).toEqual([]);
    late.resolve();
    await expect.poll(() => doubts).toMatchObject([{ kind: 'differs', nodes: ['node 1'] }]);
    calls.length = 0;
    await rpc.read(slotOf);
    expect(asked()).toEqual(['node 2']);
    // It keeps its voice all the same.
    calls.length = 0;
    await rpc.agree(QUESTION);
    expect(asked()).toContain('node 1');
  });

  it('is decided by the others when one node’s answer makes our own code fail, which is logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const broken = {
      about: 'the slot',
      ask: async (node: RpcNode) => {
        if (node.label === 'node 1') throw new RangeError('our own');
        return slotOf(node);
      },
    };
    expect(await nodes(says(7), says(7), says(7)).rpc.agree(broken)).toBe(7);
    await expect(nodes(says(7), says(7)).rpc.agree(broken)).rejects.toThrow(NodesSilent);
    await expect(nodes(says(7)).rpc.agree(broken)).rejects.toThrow('an answer: it could not be read');
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('RangeError: our own'));
  });

  it('is asked last for ten minutes where an earlier instance doubted it', async () => {
    const start = 1_000_000_000;
    const { rpc, asked, later } = rpcNodes([says(7), says(7)], start, new Map([['node 1', start - 60_000]]));
    await rpc.read(slotOf);
    later(540_000);
    await rpc.read(slotOf);
    expect(asked()).toEqual(['node 2', 'node 1']);
  });

  it('is silent about the newest slot where it gives no usable answer, also if the others are enough', async () => {
    const slot = answering({ getSlot: 7 });
    expect(await findSilentNodes(nodes(down, slot, answering({ getSlot: 'seven' })).rpc.nodes)).toEqual([
      'node 1',
      'node 3',
    ]);
    expect(await findSilentNodes(nodes(slot, slot).rpc.nodes)).toEqual([]);
  });
});

describe('rent', () => {
  const rent = (lamports: number) => answering({ getMinimumBalanceForRentExemption: lamports });

  it.each([0, 10_000_001, 500_000_000_000])('of %i lamports is believed of no node', async (lamports) => {
    await expect(agreeOnRent(nodes(rent(lamports)).rpc, 1)).rejects.toThrow(NodesSilent);
    const { rpc, doubts } = nodes(rent(lamports), rent(897_840), rent(897_840));
    expect(await agreeOnRent(rpc, 1)).toBe(897_840n);
    await expect.poll(() => doubts[0]).toMatchObject({ kind: 'lied', nodes: ['node 1'] });
  });

  it('that nodes agree on is told with the nodes that say it, also with one that says it after the decision', async () => {
    const { rpc, agreed } = nodes(rent(1_000), rent(1_000), rent(1_000));
    await agreeOnRent(rpc, 1);
    await expect
      .poll(() => new Set(agreed.flatMap((each) => each.nodes)))
      .toEqual(new Set(['node 1', 'node 2', 'node 3']));
  });

  it('that is possible but different on each node is not known', async () => {
    await expect(agreeOnRent(nodes(rent(897_840), rent(900_000)).rpc, 1)).rejects.toThrow(NodesDisagree);
  });
});

describe('doubts about nodes', () => {
  it('give one alert for each kind and node, whatever they are about, raised again while they last', async () => {
    const raised: [string, string][] = [];
    let now = 86_400_000 * 20_000;
    const doubts = createDoubts({
      raiseAlert: async (key, message) => void raised.push([key, message]),
      now: () => now,
    });
    const lie = { kind: 'lied', nodes: ['node 2'], about: 'the holders', detail: 'no sum' } as const;
    doubts.onDoubt(lie);
    doubts.onDoubt({ ...lie, about: 'another transaction' });
    const differ = {
      kind: 'disagree',
      nodes: ['node 1', 'node 2'],
      about: 'the rent of 1 bytes',
      detail: 'two',
    } as const;
    doubts.onDoubt(differ);
    now += 10_000;
    doubts.onDoubt(differ);
    now += 289_999;
    doubts.onDoubt(lie);
    now += 1;
    doubts.onDoubt(lie);
    expect(raised.map(([key]) => key)).toEqual([
      'node-lied:node 2',
      'nodes-disagree:node 1,node 2',
      'node-lied:node 2',
    ]);
    expect(raised[1]?.[1]).toContain('node 1 and node 2 disagree about the rent of 1 bytes');
  });

  it('that last only a moment raise no alert: the nodes were at different slots, and agreed at the next look', () => {
    let now = 1_000;
    const doubts = createDoubts({ raiseAlert: neverCalled('raiseAlert'), now: () => now });
    const differ = { kind: 'disagree', nodes: ['node 1', 'node 2'], about: 'the holders', detail: 'x' } as const;
    doubts.onDoubt(differ);
    now += 1_000;
    doubts.onDoubt(differ);
    // An hour later another round is locked, and a contradiction then is a new one.
    now += 3_600_000;
    doubts.onDoubt(differ);
    expect(doubts.newest()?.sentence).toContain('disagree about the holders');
  });

  it('that come back with every look raise an alert, also when there is a look only every two minutes', () => {
    for (const rhythm of [10_000, 60_000, 120_000]) {
      const raised: string[] = [];
      let now = 1_000;
      const doubts = createDoubts({ raiseAlert: async (key) => void raised.push(key), now: () => now });
      const differ = { kind: 'disagree', nodes: ['node 1', 'node 2'], about: 'the reserve', detail: 'x' } as const;
      doubts.onDoubt(differ);
      now += rhythm;
      doubts.onDoubt(differ);
      expect(raised).toEqual(['nodes-disagree:node 1,node 2']);
    }
  });

  it('that were gone in between begin anew, so that two passing ones never count as a lasting one', () => {
    let now = 1_000;
    const doubts = createDoubts({ raiseAlert: neverCalled('raiseAlert'), now: () => now });
    const differ = { kind: 'disagree', nodes: ['node 1', 'node 2'], about: 'the holders', detail: 'x' } as const;
    const other = { ...differ, kind: 'differs', nodes: ['node 3'], about: 'the reserve' } as const;
    for (const doubt of [differ, other, differ, other]) doubts.onDoubt(doubt);
    now += 60_000;
    doubts.onAgreed({ about: 'the holders', nodes: [] });
    doubts.onAgreed({ about: 'the reserve', nodes: ['node 3', 'node 1'] });
    now += 480_000;
    for (const doubt of [differ, other]) doubts.onDoubt(doubt);
    expect(doubts.newest()).toMatchObject({ at: now });
    expect(doubts.isDisputed()).toBe(true);
  });

  it('that pass and come back are told after an hour: a node may lie every second time', () => {
    const raised: string[] = [];
    let now = 1_000;
    const doubts = createDoubts({ raiseAlert: async (key) => void raised.push(key), now: () => now });
    const about = 'the reserve';
    const lookAgain = () => {
      doubts.onDoubt({ kind: 'differs', nodes: ['node 3'], about, detail: 'x' });
      doubts.onDoubt({ kind: 'disagree', nodes: ['node 1', 'node 2'], about, detail: 'x' });
      now += 60_000;
      doubts.onAgreed({ about, nodes: ['node 1', 'node 2', 'node 3'] });
      now += 60_000;
    };
    for (let look = 0; look < 30; look++) lookAgain();
    expect(raised).toEqual([]);
    lookAgain();
    expect(raised).toEqual(['node-lied:node 3', 'nodes-disagree:node 1,node 2']);
  });

  it('that go on are not ended by an agreement about something else, or of other nodes', () => {
    const raised: string[] = [];
    let now = 1_000;
    const doubts = createDoubts({ raiseAlert: async (key) => void raised.push(key), now: () => now });
    const differ = { kind: 'differs', nodes: ['node 3'], about: 'the reserve', detail: 'x' } as const;
    doubts.onDoubt(differ);
    doubts.onAgreed({ about: 'the reserve', nodes: ['node 1', 'node 2'] });
    doubts.onAgreed({ about: 'the holders', nodes: ['node 1', 'node 2', 'node 3'] });
    now += 540_000;
    doubts.onDoubt(differ);
    expect(raised).toEqual(['node-lied:node 3']);
  });

  it('raise an alert again when the clock was ahead at the first alert and is right again', () => {
    const raised: string[] = [];
    let now = 3_600_000;
    const doubts = createDoubts({ raiseAlert: async (key) => void raised.push(key), now: () => now });
    const lie = { kind: 'lied', nodes: ['node 2'], about: 'the holders', detail: 'no sum' } as const;
    doubts.onDoubt(lie);
    now = 1_000;
    doubts.onDoubt(lie);
    expect(raised).toEqual(['node-lied:node 2', 'node-lied:node 2']);
  });

  it('of a silent node are told once an outage, with a count, and not for a single refused call', () => {
    const raised: [string, string][] = [];
    let now = 1_000;
    const doubts = createDoubts({
      raiseAlert: async (key, message) => void raised.push([key, message]),
      now: () => now,
    });
    const silent = (about: string) => doubts.onDoubt({ kind: 'silent', nodes: ['node 2'], about, detail: '' });
    silent('the holders');
    now += 5_000;
    silent('the rent of 0 bytes');
    expect(raised).toEqual([]);
    for (let more = 0; more < 50; more++) silent('the holders');
    expect(raised).toEqual([
      [
        'node-silent:node 2',
        'RPC node 2 gave no usable answer to 3 questions, the last one about the holders. What depends on it waits for an answer.',
      ],
    ]);
    // A day later it is another outage.
    now += 86_400_000;
    silent('the holders');
    now += 5_000;
    silent('the holders');
    silent('the holders');
    expect(raised).toHaveLength(2);
  });

  it('for which a round was rolled over are told at once, and once an outage', () => {
    const raised: [string, string][] = [];
    let now = 1_000;
    const doubts = createDoubts({
      raiseAlert: async (key, message) => void raised.push([key, message]),
      now: () => now,
    });
    const silent = { kind: 'silent', nodes: ['node 2'], about: 'the holders', detail: '' } as const;
    doubts.tellUndecided();
    doubts.onDoubt(silent);
    doubts.onDoubt({ ...silent, kind: 'disagree', nodes: ['node 1', 'node 3'], detail: 'two lists' });
    expect(raised).toEqual([]);
    doubts.tellUndecided();
    const told = [
      ['node-silent:node 2', expect.stringContaining('RPC node 2 gave no usable answer to 1 question,')],
      [
        'nodes-disagree:node 1,node 3',
        expect.stringContaining('node 1 and node 3 disagree about the holders (two lists), once'),
      ],
    ];
    expect(raised).toEqual(told);
    // In the next rounds of the same outage the alert is raised again, but a lasting alert is not sent twice.
    for (let round = 0; round < 3; round++) {
      now += 90_000;
      doubts.onDoubt(silent);
      doubts.tellUndecided();
    }
    expect(raised).toEqual(told);
    // A doubt that ended long ago is no reason for a round.
    now += 600_000;
    doubts.tellUndecided();
    expect(raised).toEqual(told);
  });

  it('are a dispute for ten minutes, and the newest is remembered', () => {
    let now = 1_000;
    const doubts = createDoubts({ raiseAlert: async () => undefined, now: () => now });
    expect([doubts.newest(), doubts.isDisputed()]).toEqual([null, false]);
    doubts.onDoubt({ kind: 'disagree', nodes: ['node 1', 'node 2'], about: 'the holders', detail: 'x' });
    expect(doubts.newest()).toEqual({ at: 1_000, sentence: expect.stringContaining('node 1 and node 2') });
    expect(doubts.isDisputed()).toBe(true);
    now += 599_999;
    expect(doubts.isDisputed()).toBe(true);
    now += 1;
    expect([doubts.isDisputed(), doubts.newest()?.at]).toEqual([false, 1_000]);
  });

  it('outlive the instance that met them, and the last fifty are kept', async () => {
    const raised: string[] = [];
    let stored: readonly Trouble[] = [];
    let now = 1_000;
    const differ = { kind: 'disagree', nodes: ['node 1', 'node 2'], about: 'the holders', detail: 'x' } as const;
    /** Meets the doubt as a new instance does. */
    const meet = (doubt: Doubt) => {
      const kept: KeptTroubles = {
        known: troublesSchema.parse(stored),
        keep: async (troubles) => {
          stored = troubles;
        },
      };
      const doubts = createDoubts({ raiseAlert: async (key) => void raised.push(key), kept, now: () => now });
      doubts.onDoubt(doubt);
      return doubts;
    };
    meet(differ);
    now += 60_000;
    expect(raised).toEqual([]);
    const doubts = meet(differ);
    expect(raised).toEqual(['nodes-disagree:node 1,node 2']);
    expect(doubts.newest()?.sentence).toContain('2 times');
    expect(doubts.doubted()).toEqual(new Map());
    expect(meet({ ...differ, kind: 'lied', nodes: ['node 3'] }).doubted()).toEqual(new Map([['node 3', now]]));
    for (let other = 0; other < 60; other++) meet({ ...differ, about: `transaction ${other}` });
    expect([stored.length, stored.at(-1)?.name]).toEqual([50, 'disagree node 1,node 2 transaction 59']);
  });
});
