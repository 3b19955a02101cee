import { describe, expect, it } from 'vitest';
import { agreeOnBlockTime, readBlockTime } from '../../../worker/chain/accounts/readChain.ts';
import { NodesSilent } from '../../../worker/chain/node/rpcError.ts';
import { answering, NodeFailure } from '../fakeNodes.ts';
import { rpcNodes } from '../rpcNodes.ts';

describe('the outage of a node', () => {
  it('names only the silent node, even when the other one’s answer needs a question to both nodes', async () => {
    const silent = () => {
      throw new NodeFailure('TimeoutError', 'timed out');
    };
    const { rpc, doubts } = rpcNodes([answering({ getBlockTime: 7 }), silent], 1_000);
    const asked = rpc.agree({
      about: 'the holders',
      async ask(node) {
        await readBlockTime(node, 5);
        return agreeOnBlockTime(rpc, 5);
      },
    });
    await expect(asked).rejects.toMatchObject({ silent: ['node 2'] });
    await expect(asked).rejects.toThrow(NodesSilent);
    expect(new Set(doubts.flatMap(({ kind, nodes }) => (kind === 'silent' ? nodes : [])))).toEqual(new Set(['node 2']));
  });
});
