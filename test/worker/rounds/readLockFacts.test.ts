import { describe, expect, it } from 'vitest';
import { godUnits } from '../../../src/money/god.ts';
import { Implausible, NodesSilent, TooFast } from '../../../worker/chain/node/rpcError.ts';
import type { RpcNode } from '../../../worker/chain/node/rpcNode.ts';
import type { EntriesRead } from '../../../worker/rounds/lists/readEntries.ts';
import { agreeOnPool, createRefusalOf, PoolShort, readList } from '../../../worker/rounds/readLockFacts.ts';
import { wallet } from '../../domain/wallets.ts';
import { answering, type FakeNode, rpcError } from '../fakeNodes.ts';
import { down } from '../rpcNodes.ts';
import { watchedNodes } from '../watchedNodes.ts';

const nodes = watchedNodes();
const ENTRIES = { mint: wallet(77), threshold: godUnits(1n), top: 0, excluded: new Map() };
const WINDOW = { from: 1_000, until: 1_080 };
const MOVING = { isComplete: false, isMoving: true };
const WHOLE = { isComplete: true, isMoving: false };
const LEFT_OUT = { isComplete: false, isMoving: false };

/** A node whose readings of the holders are these, one after the other. */
function listOf(readings: readonly { isComplete: boolean; isMoving: boolean }[]) {
  const { rpc } = nodes(down);
  const left = [...readings];
  let reads = 0;
  const readEntries = async () => {
    reads += 1;
    const snapshot = { slot: 500, ...(left.shift() ?? readings.at(-1)) };
    return { snapshot, entries: [], excluded: [] } as unknown as EntriesRead;
  };
  return { reads: () => reads, read: () => readList(readEntries, rpc.nodes[0] as RpcNode, { entries: ENTRIES }) };
}

describe('holders that do not add up', () => {
  it('while the supply changes are read again, three times at most, and the node does not count as a liar', async () => {
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
  /** What speaks against slot 500, when each node gives it this time; of one that gives none it is `NaN`. */
  const refusalAt = (...times: readonly number[]) => {
    const fakes = times.map((time) => (Number.isNaN(time) ? down : answering({ getBlockTime: time })));
    return createRefusalOf(nodes(...fakes).rpc, WINDOW)(500);
  };
  const refused = (time: number) => `the block time of slot 500 is ${time}, and a list has to be from 1000 to 1080`;

  it.each([
    [999, refused(999)],
    [1_000, null],
    [1_080, null],
    [1_081, refused(1_081)],
  ])(
    'of %i may be committed unless something speaks against it: %s, whatever our own clock says',
    async (time, why) => {
      expect(await refusalAt(time)).toBe(why);
    },
  );

  it('has the time on which enough nodes agree, never that of only the node that gave the list', async () => {
    await expect(refusalAt(1_050, Number.NaN)).rejects.toThrow(NodesSilent);
    expect(await refusalAt(1_050, 500, 500)).toBe(refused(500));
    expect(await refusalAt(500, 1_050, 1_050)).toBeNull();
  });

  it('is asked about once, and again only when nobody knew', async () => {
    let asked = 0;
    const node = answering({ getBlockTime: () => (++asked === 1 ? rpcError(-32_004, 'not available') : 1_050) });
    const refusalOf = createRefusalOf(nodes(node).rpc, WINDOW);
    await expect(refusalOf(500)).rejects.toThrow(NodesSilent);
    expect([await refusalOf(500), await refusalOf(500), asked]).toEqual([null, null, 2]);
  });
});

describe('the pool', () => {
  const holding = (value: number, slot = 500) => answering({ getBalance: { context: { slot }, value } });
  const about = (fakes: readonly FakeNode[], rules: Parameters<typeof agreeOnPool>[2]) => {
    const { rpc, doubts } = nodes(...fakes);
    return { doubts, pool: agreeOnPool(rpc, wallet(1), rules) };
  };
  const OPEN = { afterSlot: 500, least: null };
  /** The journal leaves 1,000,000 lamports after slot 499. */
  const LEAST = { afterSlot: 400, least: { afterSlot: 499, lamports: 1_000_000n } };

  it('does not count when it is from before the list, or from before our last payment', async () => {
    await expect(about([holding(7, 499)], OPEN).pool).rejects.toThrow('only at slot 499');
    expect(await about([holding(7)], OPEN).pool).toEqual({ slot: 500, lamports: 7n });
  });

  it('is waited for when another server behind the address has given a later slot, and the node does not count as a liar', async () => {
    let slot = 498;
    const { doubts, pool } = about([answering({ getBalance: () => ({ context: { slot: ++slot }, value: 7 }) })], OPEN);
    expect(await pool).toEqual({ slot: 500, lamports: 7n });
    expect(doubts).toEqual([]);
  });

  it('is too low when enough nodes say less than checkpoint and journal leave, and no node is called silent or a liar', async () => {
    for (const fakes of [[holding(7)], [holding(7), holding(7), holding(7)]]) {
      const { doubts, pool } = about(fakes, LEAST);
      await expect(pool).rejects.toThrow(PoolShort);
      expect(doubts).toEqual([]);
    }
  });

  it('is what two of three nodes say; the third one is named, however near its figure is', async () => {
    const { doubts, pool } = about([holding(999_999), holding(1_000_000), holding(1_000_000)], LEAST);
    expect(await pool).toEqual({ slot: 500, lamports: 1_000_000n });
    expect(doubts).toMatchObject([{ kind: 'differs', nodes: ['node 1'] }]);
  });

  it('is not compared with a checkpoint that is newer than the view', async () => {
    expect(await about([holding(7, 499), holding(7, 499)], LEAST).pool).toMatchObject({ lamports: 7n });
  });
});
