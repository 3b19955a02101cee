import { describe, expect, it } from 'vitest';
import { NodesDisagree } from '../../../worker/chain/node/rpcError.ts';
import { readExpiry } from '../../../worker/swap/readExpiry.ts';
import { answering, type FakeNode } from '../fakeNodes.ts';
import { watchedNodes } from '../watchedNodes.ts';

const nodes = watchedNodes();

const at = (slot: number, height = 800): FakeNode =>
  answering({
    getEpochInfo: { absoluteSlot: slot, blockHeight: height },
    getLatestBlockhash: { context: { slot }, value: { blockhash: 'b'.repeat(32), lastValidBlockHeight: height + 150 } },
  });

describe('when a swap can land no more', () => {
  it('is told by the latest height and the earliest slot of nodes that are close together', async () => {
    const { rpc } = nodes(at(1_300, 800), at(1_000, 810));
    expect(await readExpiry(rpc)).toEqual({ lastValidBlockHeight: 810 + 150 + 32, slot: 1_000 });
  });

  it.each([0, 999, 1_601])('ignores a node at slot %s, because the expiry could not be proven', async (slot) => {
    await expect(readExpiry(nodes(at(slot), at(1_300)).rpc)).rejects.toThrow(NodesDisagree);
    const { rpc, doubts } = nodes(at(slot), at(1_300), at(1_300));
    expect(await readExpiry(rpc)).toMatchObject({ slot: 1_300 });
    expect(doubts).toMatchObject([{ kind: 'differs', nodes: ['node 1'] }]);
  });
});
