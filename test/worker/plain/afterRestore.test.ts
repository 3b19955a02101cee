import { afterEach, describe, expect, it } from 'vitest';
import { createMayBegin } from '../../../worker/tax/afterRestore.ts';
import { rpcNodes } from '../rpcNodes.ts';

let surprises: unknown[] = [];
afterEach(() => {
  expect(surprises).toEqual([]);
  surprises = [];
});

/** Nodes that stand at these block heights, confirmed and finalized; the heights may be changed. */
function nodes(heights: { confirmed: number; finalized: number }[]) {
  const each = rpcNodes(
    heights.map((height) => (_method, params) => {
      const [{ commitment }] = params as [{ commitment: 'confirmed' | 'finalized' }];
      return { blockHeight: height[commitment] };
    }),
  );
  surprises = each.surprises;
  return { ...each, mayBegin: createMayBegin(each) };
}

describe('a step without a trace in the journal', () => {
  it('begins at once in its turn, and asks nobody', async () => {
    const { mayBegin, now, calls } = nodes([{ confirmed: 1_000, finalized: 970 }]);
    expect(await mayBegin('tax:1:distribute:0', now() - 60_000)).toBe(true);
    expect(calls).toEqual([]);
  });

  it('that comes more than a minute late waits until nothing signed before can land any more, on every node', async () => {
    const [one, two] = [
      { confirmed: 1_000, finalized: 970 },
      { confirmed: 990, finalized: 900 },
    ];
    const { mayBegin, now } = nodes([one, two]);
    const ask = () => mayBegin('tax:1:distribute:0', now() - 60_001);
    expect(await ask()).toBe(false);
    Object.assign(one, { confirmed: 1_300, finalized: 1_250 });
    // A blockhash of block 1,000 is valid until block 1,150; 32 more for nodes that are behind.
    Object.assign(two, { confirmed: 1_200, finalized: 1_182 });
    expect(await ask()).toBe(false);
    two.finalized = 1_183;
    expect(await ask()).toBe(true);
    // Another step is noticed for itself.
    expect(await mayBegin('tax:1:distribute:1', now() - 60_001)).toBe(false);
  });
});
