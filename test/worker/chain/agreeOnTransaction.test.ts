import { describe, expect, it } from 'vitest';
import { agreeOnTransaction } from '../../../worker/chain/ledger/agreeOnTransaction.ts';
import { wallet } from '../../domain/wallets.ts';
import { answering } from '../fakeNodes.ts';
import { landed, statusOf } from '../taxContext.ts';
import { watchedNodes } from '../watchedNodes.ts';

const nodes = watchedNodes();
const showing = (lamports: bigint) => answering({ getTransaction: landed({ lamports }) });
const [honest, liar] = [showing(140_000n), showing(1_400_000n)];
/** It is some slots behind, or has dropped what is old. */
const unknowing = answering({ getTransaction: null, getSignatureStatuses: statusOf(false) });

describe('what a transaction did', () => {
  const ask = { signature: 'sig', mint: wallet(7) };

  it('is a lie of the node that shows other figures, and only a difference of the one that knows none', async () => {
    for (const [third, kind] of [
      [liar, 'lied'],
      [unknowing, 'differs'],
    ] as const) {
      const { rpc, doubts } = nodes(honest, honest, third);
      expect(await agreeOnTransaction(rpc, ask)).toMatchObject({ solChange: 135_000n });
      await expect.poll(() => doubts).toMatchObject([{ kind, nodes: ['node 3'] }]);
    }
  });

  it('is not known when enough nodes do not know it yet; the one that is ahead and shows it is no liar', async () => {
    const { rpc, doubts } = nodes(unknowing, honest, unknowing);
    expect(await agreeOnTransaction(rpc, ask)).toBeNull();
    await expect.poll(() => doubts).toMatchObject([{ kind: 'differs', nodes: ['node 2'] }]);
  });
});
