import { afterEach, describe, expect, it } from 'vitest';
import { Implausible, TooFast } from '../../../worker/chain/rpcError.ts';
import type { RoundContext } from '../../../worker/rounds/context.ts';
import type { EntriesRead } from '../../../worker/rounds/readEntries.ts';
import { readLockFacts } from '../../../worker/rounds/readLockFacts.ts';
import { wallet } from '../../domain/wallets.ts';
import { answering } from '../fakeNodes.ts';
import { rpcNodes } from '../rpcNodes.ts';

const NOW = 1_790_000_000_000;
let surprises: readonly unknown[] = [];
afterEach(() => {
  expect(surprises).toEqual([]);
});

/** Two nodes whose first one reads the holders so, one reading after the other; the second one's list is whole. */
function lock(...readings: readonly { isComplete: boolean; isMoving: boolean }[]) {
  const node = answering({
    getSlot: 500,
    getBlockTime: NOW / 1000,
    getBalance: { context: { slot: 500 }, value: 7 },
  });
  const world = rpcNodes([node, node], NOW);
  surprises = world.surprises;
  const left = [...readings];
  let reads = 0;
  const context = {
    settings: { pool: { address: wallet(1) } },
    now: () => NOW,
    readEntries: async ({ label }: { label: string }) => {
      if (label !== 'node 1') return { snapshot: { slot: 500, isComplete: true, isMoving: false } };
      reads += 1;
      return { snapshot: { slot: 500, ...(left.shift() ?? readings.at(-1)) } } as unknown as EntriesRead;
    },
  } as unknown as RoundContext;
  return {
    ...world,
    reads: () => reads,
    gather: () => world.rpc.gather('the holders', (each) => readLockFacts(context, each, 400)),
    alone: () => readLockFacts(context, world.rpc.nodes[0] as Parameters<typeof readLockFacts>[1], 400),
  };
}

const MOVING = { isComplete: false, isMoving: true };
const WHOLE = { isComplete: true, isMoving: false };
const LEFT_OUT = { isComplete: false, isMoving: false };

describe('holders that do not add up', () => {
  it('while the supply changes are read again, three times at most', async () => {
    const settled = lock(MOVING, MOVING, WHOLE);
    expect(await settled.alone()).toMatchObject({ pool: { lamports: 7n } });
    expect(settled.reads()).toBe(3);
    const never = lock(MOVING);
    await expect(never.alone()).rejects.toThrow(TooFast);
    expect(never.reads()).toBe(3);
  });

  it('because somebody burns in every slot make no honest node a liar or a silent one', async () => {
    const { gather, doubts } = lock(MOVING, MOVING, MOVING, WHOLE);
    expect((await gather()).map(({ node }) => node.label)).toEqual(['node 2']);
    // A second later it is asked beside the other one, and first.
    expect((await gather()).map(({ node }) => node.label)).toEqual(['node 1', 'node 2']);
    expect(doubts).toEqual([]);
  });

  it('while the supply stands still are a lie, and read once', async () => {
    const lying = lock(LEFT_OUT);
    await expect(lying.alone()).rejects.toThrow(Implausible);
    expect(lying.reads()).toBe(1);
    await lying.gather();
    expect(lying.doubts).toMatchObject([{ kind: 'lied', nodes: ['node 1'] }]);
  });
});
