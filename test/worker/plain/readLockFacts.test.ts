import { describe, expect, it } from 'vitest';
import { godUnits } from '../../../src/money/god.ts';
import { Implausible, NodesSilent, TooFast } from '../../../worker/chain/node/rpcError.ts';
import type { RpcNode } from '../../../worker/chain/node/rpcNode.ts';
import type { EntriesRead } from '../../../worker/rounds/lists/readEntries.ts';
import { createRefusalOf, readList, readPool } from '../../../worker/rounds/readLockFacts.ts';
import { wallet } from '../../domain/wallets.ts';
import { answering } from '../fakeNodes.ts';
import { down } from '../rpcNodes.ts';
import { watchedNodes } from '../watchedNodes.ts';

const nodes = watchedNodes();
const ENTRIES = { mint: wallet(77), threshold: godUnits(1n), top: 0, excluded: new Map() };
const WINDOW = { from: 1_000, until: 1_080 };
const MOVING = { isComplete: false, isMoving: true };
const WHOLE = { isComplete: true, isMoving: false };
const LEFT_OUT = { isComplete: false, isMoving: false };

/** A node whose holders are read so, one reading after the other; all nodes say that slot 500 is of this time. */
function listOf(
  readings: readonly { isComplete: boolean; isMoving: boolean; slot?: number }[],
  times: readonly number[] = [1_050],
) {
  const { rpc, calls } = nodes(...times.map((time) => (Number.isNaN(time) ? down : answering({ getBlockTime: time }))));
  const left = [...readings];
  let reads = 0;
  const readEntries = async () => {
    reads += 1;
    const snapshot = { slot: 500, ...(left.shift() ?? readings.at(-1)) };
    return { snapshot, entries: [], excluded: [] } as unknown as EntriesRead;
  };
  const refusalOf = createRefusalOf(rpc, WINDOW);
  return {
    reads: () => reads,
    calls,
    read: () => readList(readEntries, rpc.nodes[0] as RpcNode, { entries: ENTRIES, refusalOf }),
  };
}

describe('holders that do not add up', () => {
  it('while the supply changes are read again, three times at most, and make no honest node a liar', async () => {
    const settled = listOf([MOVING, MOVING, WHOLE]);
    expect(await settled.read()).toMatchObject({ slot: 500 });
    expect(settled.reads()).toBe(3);
    const never = listOf([MOVING]);
    await expect(never.read()).rejects.toThrow(TooFast);
    expect(never.reads()).toBe(3);
  });

  it('while the supply stands still are a lie, and read once', async () => {
    const lying = listOf([LEFT_OUT]);
    await expect(lying.read()).rejects.toThrow(Implausible);
    expect(lying.reads()).toBe(1);
  });
});

describe('the slot of a list', () => {
  it.each([
    [999, false],
    [1_000, true],
    [1_080, true],
    [1_081, false],
  ])('of %i may be committed: %s, whatever our own clock says', async (time, may) => {
    const read = listOf([WHOLE], [time]).read();
    await (may ? expect(read).resolves.toMatchObject({ slot: 500 }) : expect(read).rejects.toThrow(Implausible));
  });

  it('is of the time that enough nodes say, never of that of the node alone that gave the list', async () => {
    await expect(listOf([WHOLE], [1_050, Number.NaN]).read()).rejects.toThrow(NodesSilent);
    await expect(listOf([WHOLE], [1_050, 500, 500]).read()).rejects.toThrow(Implausible);
    expect(await listOf([WHOLE], [500, 1_050, 1_050]).read()).toMatchObject({ slot: 500 });
  });
});

describe('a slot later than one that may be committed', () => {
  it('is asked of nobody: the smallest slot counts, and an earlier one is asked for again', async () => {
    const list = listOf([WHOLE, { ...WHOLE, slot: 501 }, { ...WHOLE, slot: 499 }], [1_050, 1_050]);
    for (const calls of [2, 2, 4]) {
      await list.read();
      expect(list.calls).toHaveLength(calls);
    }
  });

  it('than one that is too old is asked for', async () => {
    const list = listOf([WHOLE, { ...WHOLE, slot: 501 }], [999]);
    await expect(list.read()).rejects.toThrow(Implausible);
    await expect(list.read()).rejects.toThrow(Implausible);
    expect(list.calls).toHaveLength(2);
  });
});

describe('the pool', () => {
  const read = (slot: number, rules: Parameters<typeof readPool>[2]) => {
    const { rpc } = nodes(answering({ getBalance: { context: { slot }, value: 7 } }));
    return readPool(rpc.nodes[0] as RpcNode, wallet(1), rules);
  };

  it('has no voice from before the list, or from before our last payment', async () => {
    await expect(read(499, { afterSlot: 500, least: null })).rejects.toThrow('only at slot 499');
    expect(await read(500, { afterSlot: 500, least: null })).toEqual({ slot: 500, lamports: 7n });
  });

  it('is waited for where another server of the address has told a later slot, and its node is called no liar', async () => {
    let slot = 498;
    const { rpc, doubts } = nodes(answering({ getBalance: () => ({ context: { slot: ++slot }, value: 7 }) }));
    const ask = (node: RpcNode) => readPool(node, wallet(1), { afterSlot: 500, least: null });
    expect(await rpc.agree({ about: 'the pool', ask })).toEqual({ slot: 500, lamports: 7n });
    expect(doubts).toEqual([]);
  });

  it('has none with less than checkpoint and journal leave; a view from before the checkpoint is not compared with it', async () => {
    const least = (afterSlot: number) => ({ afterSlot: 400, least: { afterSlot, lamports: 8n } });
    await expect(read(500, least(499))).rejects.toThrow('the pool holds less than the journal leaves');
    expect(await read(500, least(500))).toMatchObject({ lamports: 7n });
  });
});
