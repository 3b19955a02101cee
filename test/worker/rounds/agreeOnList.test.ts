import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Address } from '../../../src/address/address.ts';
import { godUnits } from '../../../src/money/god.ts';
import { NodesDisagree, NodesSilent, RpcError } from '../../../worker/chain/node/rpcError.ts';
import type { RpcNode } from '../../../worker/chain/node/rpcNode.ts';
import { agreeOnList, type ListReading } from '../../../worker/rounds/lists/agreeOnList.ts';
import { wallet } from '../../domain/wallets.ts';
import { answering, NodeFailure } from '../fakeNodes.ts';
import { rpcNodes } from '../rpcNodes.ts';

afterEach(() => vi.useRealTimers());

/**
 * The true list at a slot when somebody crosses the threshold in every slot, so that no two slots have the same list.
 */
const truthAt = (slot: number, amount = 7n): ListReading => ({
  slot,
  entries: [wallet(1), wallet(2), `who is in at ${slot}` as Address].map((owner) => ({
    owner,
    amount: godUnits(amount),
  })),
  excluded: [{ owner: wallet(9), reason: 'excluded' }],
});
const entrant = (owner: string, amount = 9n) => ({ owner: owner as Address, amount: godUnits(amount) });
const friends = (slot: number): ListReading => ({
  slot,
  entries: [{ owner: wallet(4), amount: godUnits(9n) }],
  excluded: [],
});

interface Reader {
  /** Its newest finalized slot before the first reading, and the one that it names afterwards; null: no answer. */
  readonly at: number;
  readonly head?: number | null;
  /** Its list when it is asked for a view from a slot on; null for an error. */
  readonly give?: ((slot: number, reading: number) => ListReading | null | Promise<ListReading>) | undefined;
  /** By how many slots it is already past the chosen slot. */
  readonly late?: (reading: number) => number;
}

type Judged = Partial<Pick<Parameters<typeof agreeOnList>[0], 'isOver' | 'refusalOf'>>;

function world(...readers: readonly Reader[]) {
  vi.useFakeTimers();
  const each = rpcNodes(
    readers.map(({ at, head = at }) =>
      answering({
        getSlot: (options: unknown) => {
          // A slot that can still be taken back is nothing to read a list at.
          expect(options).toEqual({ commitment: 'finalized' });
          if (head === null) throw new NodeFailure('TypeError', 'fetch failed');
          return head;
        },
      }),
    ),
  );
  const asked: string[] = [];
  const start = Date.now();
  const waited: number[] = [];
  const counts = new Map<RpcNode, number>();
  const read = async (node: RpcNode, from?: number): Promise<ListReading> => {
    const reader = readers[each.rpc.nodes.indexOf(node)];
    const reading = counts.get(node) ?? 0;
    counts.set(node, reading + 1);
    asked.push(`${node.label} ${from ?? 'now'}`);
    waited.push(Date.now() - start);
    const slot = (from ?? reader?.at ?? 0) + (from === undefined ? 0 : (reader?.late?.(reading) ?? 0));
    const given = reader?.give === undefined ? truthAt(slot) : await reader.give(slot, reading);
    if (given === null) throw new RpcError(node.label, 'getProgramAccounts', 'answered 429');
    return given;
  };
  const times: number[] = [];
  const agree = async ({ isOver = () => false, refusalOf = async (): Promise<string | null> => null }: Judged = {}) => {
    const judge = async (slot: number) => {
      times.push(slot);
      return refusalOf(slot);
    };
    const agreed = agreeOnList({ rpc: each.rpc, read, refusalOf: judge, isOver }).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(each.surprises).toEqual([]);
    return agreed;
  };
  return { ...each, asked, waited, times, agree };
}

const ownersOf = (list: unknown) => (list as ListReading).entries.map(({ owner }) => owner);

describe('the list of a lock', () => {
  it('is what enough nodes give alike, whatever their slots and amounts: the smallest slot and its amounts count', async () => {
    const later: Reader = { at: 104, give: () => ({ ...truthAt(100, 9n), slot: 104 }) };
    const earlier: Reader = { at: 100, give: () => truthAt(100, 5n) };
    for (const both of [
      [later, earlier],
      [earlier, later],
    ]) {
      const { agree, asked } = world(...both);
      expect(await agree()).toMatchObject({ slot: 100, entries: [{ amount: 5n }, { amount: 5n }, { amount: 5n }] });
      expect(asked).toEqual(['node 1 now', 'node 2 now']);
    }
  });

  describe('where a liar names a slot at which the true list was not yet true', () => {
    const [true100, true101] = [100, 101].map((at): Reader => ({ at, give: (slot) => ({ ...truthAt(100), slot }) }));
    const early = (by: number): Reader => ({ at: 100 - by, give: () => ({ ...truthAt(100), slot: 100 - by }) });

    it.each([9, 20, 100])('%d slots too early, it is not agreed with one honest node of two', async (by) => {
      for (const both of [
        [true100, early(by)],
        [early(by), true100],
      ])
        expect(await world(...(both as Reader[])).agree()).toBeInstanceOf(NodesDisagree);
    });

    it.each([9, 20, 100])('%d slots too early, the slot is that of two honest nodes of three', async (by) => {
      const honest = [true100, true101] as Reader[];
      for (const place of [0, 1, 2]) {
        const { agree, doubts } = world(...honest.slice(0, place), early(by), ...honest.slice(place));
        expect([await agree(), doubts]).toMatchObject([{ slot: 100 }, []]);
      }
    });

    it('an honest node read it at most eight slots after the one that is committed', async () => {
      expect(await world(true100 as Reader, early(8)).agree()).toMatchObject({ slot: 92 });
    });
  });

  it('is one list only where enough nodes give it within eight slots: those behind are read again when they are there', async () => {
    const same = (at: number): Reader => ({ at, give: (slot) => ({ ...truthAt(100), slot }) });
    for (const [slots, from, again] of [
      [[100, 108], 100, []],
      [[100, 109], 109, ['node 1 109']],
      [[140, 100], 140, ['node 2 140']],
      [[100, 300], 300, ['node 1 300']],
      [[160, 120, 100], 120, ['node 3 120', 'node 2 160']],
    ] as const) {
      const { agree, asked } = world(...slots.map(same));
      expect([await agree(), asked.slice(slots.length)]).toMatchObject([{ slot: from }, again]);
    }
  });

  describe('of two honest nodes that are far apart and give one list, beside a liar who gives it too', () => {
    const same = (at: number): Reader => ({ at, give: (slot) => ({ ...truthAt(100), slot }) });
    const stuckAt = (at: number): Reader => ({ at, give: () => ({ ...truthAt(100), slot: at }) });
    const unknown = async (slot: number) => {
      if (slot === 60) throw new NodesSilent({ silent: ['node 1'], about: 'the time of a block', causes: [] });
      return null;
    };

    it.each([
      ['of long ago', 70],
      ['without a block, of long ago', 60],
      ['far ahead', 900],
    ])('is found although the liar names a slot %s each time', async (_which, lie) => {
      for (const apart of [9, 20, 60])
        for (const place of [0, 1, 2]) {
          const honest = [same(100), same(100 + apart)];
          const { agree } = world(...honest.slice(0, place), stuckAt(lie), ...honest.slice(place));
          expect(await agree({ refusalOf: unknown })).toMatchObject({ slot: 100 + apart });
        }
    });
  });

  it('is found where a node far behind does not know the time of the other slot yet: it is asked again when it is there', async () => {
    const same = (at: number): Reader => ({ at, give: (slot) => ({ ...truthAt(100), slot }) });
    for (const [slots, again] of [
      [[140, 100], 'node 2 140'],
      [[100, 140], 'node 1 140'],
    ] as const) {
      const { agree, asked } = world(...slots.map(same));
      const refusalOf = async (slot: number) => {
        if (slot === 140 && !asked.includes(again))
          throw new NodesSilent({ silent: ['node 2'], about: 'the time of a block', causes: [] });
        return null;
      };
      expect([await agree({ refusalOf }), asked.slice(2)]).toMatchObject([{ slot: 140 }, [again]]);
    }
  });

  it('is not called different when the nodes give one list, and only the time of its slot is not known', async () => {
    const same = (at: number): Reader => ({ at, give: (slot) => ({ ...truthAt(100), slot }) });
    const refusalOf = async () => {
      throw new NodesSilent({ silent: ['node 1', 'node 2'], about: 'the time of a block', causes: [] });
    };
    for (const slots of [
      [100, 300],
      [300, 100],
      [100, 101, 300],
      [100, 300, 500],
      [100, 101],
    ]) {
      const { agree, doubts } = world(...slots.map(same));
      expect([await agree({ refusalOf }), doubts]).toEqual([expect.any(NodesSilent), []]);
    }
  });

  it('is found where a node is far behind and somebody crosses meanwhile', async () => {
    const { agree } = world({ at: 112, give: (slot) => ({ ...truthAt(Math.max(slot, 112)), slot }) }, { at: 100 });
    const list = await agree();
    expect(ownersOf(list)).toEqual(ownersOf(truthAt((list as ListReading).slot)));
  });

  const out = (owner: string, reason: 'excluded' | 'frozen' = 'excluded') => ({ owner: owner as Address, reason });
  it.each<[string, Partial<ListReading>, Partial<ListReading>]>([
    ['who is excluded', { excluded: [out('a')] }, { excluded: [] }],
    ['why somebody is', { excluded: [out('a')] }, { excluded: [out('a', 'frozen')] }],
    ['where one owner ends', { entries: [entrant('ab'), entrant('c')] }, { entries: [entrant('a'), entrant('bc')] }],
  ])('is not known while two nodes differ only in %s', async (_what, one, other) => {
    const { agree } = world(
      { at: 100, give: (slot) => ({ ...truthAt(slot), ...one }) },
      { at: 100, give: (slot) => ({ ...truthAt(slot), ...other }) },
    );
    expect(await agree()).toBeInstanceOf(NodesDisagree);
  });

  it('is that of one slot a little ahead where somebody crosses the threshold in every slot', async () => {
    for (const apart of [1, 2, 3, 5, 20]) {
      const { agree, asked, calls } = world({ at: 100 + apart }, { at: 100 });
      const list = await agree();
      expect(list).toMatchObject({ slot: 104 + apart });
      expect(ownersOf(list)).toEqual(ownersOf(truthAt(104 + apart)));
      expect(asked.slice(2).toSorted()).toEqual([`node 1 ${104 + apart}`, `node 2 ${104 + apart}`]);
      expect(calls).toHaveLength(2);
    }
  });

  it('is read again of a node when its next slots have had their time, and of one far behind when 20 slots have', async () => {
    const { agree, asked, waited } = world({ at: 105 }, { at: 100 }, { at: 3, give: () => friends(3) });
    expect(await agree()).toMatchObject({ slot: 109 });
    expect([asked.slice(3), waited.slice(3)]).toEqual([
      ['node 1 109', 'node 2 109', 'node 3 109'],
      [3 * 380, 8 * 380, 19 * 380],
    ]);
  });

  it('is found also where a node does not say how far it is: what it has given counts', async () => {
    const { agree } = world({ at: 101, head: null }, { at: 100, head: null });
    expect(await agree()).toMatchObject({ slot: 105 });
  });

  it('is found also when a node has passed the chosen slot: another slot is chosen', async () => {
    const { agree, asked } = world({ at: 101, late: (reading) => (reading < 3 ? 1 : 0) }, { at: 100 });
    const list = await agree();
    expect(ownersOf(list)).toEqual(ownersOf(truthAt((list as ListReading).slot)));
    expect(asked.filter((each) => each.startsWith('node 1'))).toHaveLength(4);
  });

  it('counts what a node said before: each of its readings was true at its slot', async () => {
    // One node gives the list of slot 100 and then of 105; the other gives 101 and then, late, that of 100.
    const { agree, doubts } = world(
      { at: 100 },
      { at: 101, give: (slot, reading) => (reading === 0 ? truthAt(101) : { ...truthAt(100), slot }) },
    );
    expect(ownersOf(await agree())).toEqual(ownersOf(truthAt(100)));
    expect(doubts).toEqual([]);
  });

  it('is not known when two nodes differ at one slot: one of them lies, no further reading helps, and an alert says who said what', async () => {
    const { agree, asked } = world({ at: 100 }, { at: 100, give: friends });
    const error = await agree();
    expect(error).toBeInstanceOf(NodesDisagree);
    expect((error as NodesDisagree).detail).toMatch(
      /^node 1: 3 wallets at slot 100, [0-9a-f]{8}; node 2: 1 wallets at slot 100, [0-9a-f]{8}$/,
    );
    expect(asked).toHaveLength(2);
  });

  it('is not known with a node that lies at every slot and an honest one, however often both are read', async () => {
    const { agree, asked } = world({ at: 101 }, { at: 100, give: friends });
    expect(await agree()).toBeInstanceOf(NodesDisagree);
    expect(asked.length).toBeLessThanOrEqual(16);
    const late = world({ at: 101, late: () => 1 }, { at: 100 });
    expect(await late.agree()).toBeInstanceOf(NodesDisagree);
    expect(late.asked).toHaveLength(16);
    // It stops with a list of the slot that the honest node was read at before.
    const stops: Reader = { at: 100, head: 104, give: (_, n) => (n === 0 ? truthAt(100) : friends(104)) };
    expect(await world({ at: 104, head: 100 }, stops).agree()).toBeInstanceOf(NodesDisagree);
  });

  it('is not known from one of two nodes alone; with one of three silent, it is that of the others', async () => {
    const silent: Reader = { at: 100, give: () => null };
    expect(await world({ at: 100 }, silent).agree()).toBeInstanceOf(NodesSilent);
    expect(await world({ at: 100 }, silent, { at: 100, give: friends }).agree()).toBeInstanceOf(NodesDisagree);
    expect(await world({ at: 101 }, silent, { at: 100 }).agree()).toMatchObject({ slot: 105 });
  });

  it('does not wait for a third node that hangs, also where the others have to be read again', async () => {
    const hanging: Reader = { at: 100, give: () => new Promise(() => undefined) };
    const { agree } = world(hanging, { at: 101 }, { at: 100 });
    expect(await agree()).toMatchObject({ slot: 105 });
  });

  it.each([
    ['names a slot far ahead', { at: 100, head: 900_000_000_000, give: friends }],
    ['names a slot of long ago', { at: 3, head: 3, give: friends }],
    ['names the slots of one of the others', { at: 100, give: friends }],
    ['says something else each time', { at: 100, give: (slot: number, n: number) => truthAt(slot + 1 + (n % 2)) }],
  ] satisfies readonly [string, Reader][])(
    'is that of two honest nodes of three where the liar %s, wherever it stands',
    async (_how, liar) => {
      const honest: Reader[] = [{ at: 101 }, { at: 100 }];
      for (const place of [0, 1, 2]) {
        const { agree } = world(...honest.slice(0, place), liar, ...honest.slice(place));
        const list = await agree();
        expect(ownersOf(list)).toEqual(ownersOf(truthAt((list as ListReading).slot)));
        expect((list as ListReading).slot).toBeLessThan(125);
      }
    },
  );

  it('is of a slot that may be committed, and nobody is asked about a later one of the same list', async () => {
    for (const [slots, times] of [
      [[100, 104], [100]],
      [[100, 100], [100]],
      [
        [104, 100],
        [104, 100],
      ],
    ] as const) {
      // The second node answers when the first one has been judged.
      const judged = Promise.withResolvers<void>();
      const refusalOf = async () => {
        setTimeout(judged.resolve, 1);
        return null;
      };
      const same = (at: number) => ({ ...truthAt(100), slot: at });
      const { agree, times: asked } = world(
        { at: slots[0], give: () => same(slots[0]) },
        { at: slots[1], give: () => judged.promise.then(() => same(slots[1])) },
      );
      expect([await agree({ refusalOf }), asked]).toMatchObject([{ slot: 100 }, times]);
    }
  });

  describe('of a slot that may not be committed', () => {
    const unknown = async (slot: number) => {
      if (slot === 102) throw new NodesSilent({ silent: ['node 1'], about: 'the time of a block', causes: [] });
      return null;
    };
    const old = async (slot: number) => (slot === 102 ? 'slot 102 is too old' : null);

    it.each([
      ['too old', old],
      ['without a block', unknown],
    ])('is not that of a liar, because it is %s, and the true list is locked without it', async (_why, refusalOf) => {
      const liar: Reader = { at: 102, give: () => ({ ...truthAt(104), slot: 102 }) };
      for (const place of [0, 1, 2]) {
        const honest = [{ at: 104 }, { at: 104 }];
        const { agree } = world(...honest.slice(0, place), liar, ...honest.slice(place));
        expect(await agree({ refusalOf })).toMatchObject({ slot: 104 });
      }
      // Both give one list, but nobody can tell the time of the slot that the liar names.
      expect(await world(liar, { at: 104 }).agree({ refusalOf })).toBeInstanceOf(NodesSilent);
      expect(await world(liar).agree({ refusalOf })).toBeInstanceOf(NodesSilent);
    });

    it('is not that of a liar who gave another list of an earlier slot before', async () => {
      // It knows what the others will give at the chosen slot.
      const give = (slot: number, reading: number) => (reading === 0 ? friends(99) : { ...truthAt(slot), slot: 102 });
      const { agree } = world({ at: 99, head: 104, give }, { at: 104 }, { at: 105 });
      expect(await agree({ refusalOf: unknown })).toMatchObject({ slot: 109, entries: truthAt(109).entries });
    });

    it('is not that of one of two nodes either', async () => {
      const give = (slot: number, reading: number) => (reading === 0 ? friends(99) : { ...truthAt(slot), slot: 102 });
      const { agree } = world({ at: 99, head: 104, give }, { at: 104 });
      expect(await agree({ refusalOf: unknown })).toBeInstanceOf(NodesSilent);
    });
  });

  it('names the node that gave another list', async () => {
    for (const place of [0, 1, 2]) {
      const honest: Reader[] = [{ at: 100 }, { at: 100 }];
      const { agree, doubts } = world(...honest.slice(0, place), { at: 100, give: friends }, ...honest.slice(place));
      await agree();
      const detail = 'the other nodes agree on another list';
      expect(doubts).toEqual([{ kind: 'differs', nodes: [`node ${place + 1}`], about: 'the holders', detail }]);
    }
  });

  it('names no node whose answer comes after the others’ and is the same', async () => {
    const late = async (slot: number) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return truthAt(slot);
    };
    const { agree, doubts } = world({ at: 100 }, { at: 100 }, { at: 100, give: late });
    expect([await agree(), doubts]).toMatchObject([{ slot: 100 }, []]);
  });

  it('names no node that gave the agreed list at a slot whose time nobody can tell', async () => {
    const same = (at: number): Reader => ({ at, give: (slot) => ({ ...truthAt(100), slot }) });
    const { agree, doubts } = world(same(100), same(102), same(102));
    const refusalOf = async (slot: number) => {
      if (slot === 100) throw new NodesSilent({ silent: ['node 2'], about: 'the time of a block', causes: [] });
      return null;
    };
    expect([await agree({ refusalOf }), doubts]).toMatchObject([{ slot: 102 }, []]);
  });

  it('is of a slot whose time was not known at first, once its time is known', async () => {
    const same = (at: number): Reader => ({ at, give: (slot) => ({ ...truthAt(100), slot }) });
    const slow: Reader = {
      at: 107,
      give: (slot) => new Promise((told) => setTimeout(told, 1, { ...truthAt(100), slot })),
    };
    const { agree, times } = world(same(100), same(107), slow);
    const refusalOf = async (slot: number) => {
      if (slot === 100 && times.filter((one) => one === 100).length <= 2)
        throw new NodesSilent({ silent: ['node 2'], about: 'the time of a block', causes: [] });
      return null;
    };
    expect(await agree({ refusalOf })).toMatchObject({ slot: 100 });
  });

  it('is looked for only as long as a lock may begin', async () => {
    const { agree, asked } = world({ at: 101 }, { at: 100 });
    expect(await agree({ isOver: () => true })).toBeInstanceOf(NodesDisagree);
    expect(asked).toHaveLength(2);
  });
});
