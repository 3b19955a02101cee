import { describe, expect, it, vi } from 'vitest';
import type { Address } from '../../../src/address/address.ts';
import { godUnits } from '../../../src/money/god.ts';
import { NodesSilent, RpcError } from '../../../worker/chain/node/rpcError.ts';
import { agreeOnList, type ListReading } from '../../../worker/rounds/lists/agreeOnList.ts';
import { answering } from '../fakeNodes.ts';
import { rpcNodes } from '../rpcNodes.ts';

const listOf = (owner: string, slot = 100): ListReading => ({
  slot,
  entries: [{ owner: owner as Address, amount: godUnits(7n) }],
  excluded: [],
});
/** What a node gives at its first reading, its second one and so on. */
type Readings = (reading: number) => ListReading | Promise<ListReading>;

function reading(nodes: readonly Readings[], refusalOf = async (_slot: number): Promise<string | null> => null) {
  const { rpc, doubts } = rpcNodes(nodes.map(() => answering({ getSlot: 100 })));
  const asked = nodes.map(() => 0);
  const agreed = agreeOnList({
    ...{ rpc, refusalOf, isOver: () => false },
    async read(node) {
      const place = rpc.nodes.indexOf(node);
      const count = asked[place] ?? 0;
      asked[place] = count + 1;
      return nodes[place]?.(count) ?? listOf('nobody');
    },
  });
  return { asked, doubts, agreed };
}
const silent: Readings = () => {
  throw new RpcError('node', 'getProgramAccounts', 'answered 429');
};

describe('readings of the list of a lock', () => {
  it('name a node that gave another list before the others agreed, also if it is never read again', async () => {
    const liar = Promise.withResolvers<void>();
    // The honest ones answer in one moment, after the liar.
    const together: Readings = () => liar.promise.then(() => listOf('true'));
    const said: Readings = () => {
      queueMicrotask(() => queueMicrotask(liar.resolve));
      return listOf('friend');
    };
    const { agreed, asked, doubts } = reading([said, together, together]);
    expect(await agreed).toMatchObject(listOf('true'));
    expect([asked, doubts]).toMatchObject([[1, 1, 1], [{ kind: 'differs', nodes: ['node 1'], about: 'the holders' }]]);
  });

  it('end with the last node that could still agree', async () => {
    const { agreed, asked } = reading([() => listOf('true'), silent]);
    await expect(agreed).rejects.toThrow(NodesSilent);
    expect(asked).toEqual([1, 1]);
  });

  it('at a slot that may not be committed are no answer, and say why', async () => {
    const { agreed } = reading([() => listOf('true', 99)], async (slot) => `slot ${slot} is too old`);
    await expect(agreed).rejects.toThrow('getProgramAccounts: slot 99 is too old');
  });

  it('end for a node at whose later answer our own code fails, which is logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const broken: Readings = (count) => {
      if (count > 0) throw new RangeError('our own');
      return listOf('one', 100);
    };
    const { agreed, asked } = reading([broken, (count) => listOf(`two ${count}`, 101 + count)]);
    await expect(agreed).rejects.toThrow(NodesSilent);
    expect(asked[0]).toBe(2);
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('RangeError: our own'));
  });
});
