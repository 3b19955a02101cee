import { expect } from 'vitest';
import { createRpc } from '../../worker/chain/node/rpc.ts';
import type { SignedTransaction } from '../../worker/chain/signing/transactions.ts';
import { answering, type FakeNode, fakeNodes, NodeFailure } from './fakeNodes.ts';

const NEWEST = 9_000;

interface Status {
  readonly err: unknown;
  readonly confirmationStatus: string | null;
  readonly slot: number;
}

/**
 * A chain in memory. The test decides what it says of a signature, how high it is, and what happens to bytes that are
 * sent.
 */
export function pursuedChain(now: () => number, onSend: (bytes: string) => unknown = () => 'accepted') {
  const said = {
    status: null as Status | null,
    /** The statuses of single signatures; they go before `status`. */
    statuses: new Map<string, Status>(),
    blockHeight: 500,
    firstBlock: 0,
    down: false,
    /** No node answers about signatures. */
    unanswered: false,
  };
  const sent: string[] = [];
  /** For each question about a status: whether it searched the whole history. */
  const searches: boolean[] = [];
  const node: FakeNode = (method, params) => {
    if (said.down) throw new NodeFailure('TypeError', 'network');
    return answering({
      async sendTransaction(bytes: string, options: unknown) {
        expect(options).toEqual({ encoding: 'base64', skipPreflight: true });
        sent.push(bytes);
        return onSend(bytes);
      },
      getSignatureStatuses: (signatures: string[], options?: { searchTransactionHistory?: boolean }) => {
        searches.push(options?.searchTransactionHistory === true);
        // Nobody may ask about a signature that was not journaled before.
        for (const signature of signatures) expect(signature).toMatch(/^signature /);
        if (said.unanswered) throw new NodeFailure('TimeoutError', 'timed out');
        return { context: { slot: 10_000 }, value: signatures.map((one) => said.statuses.get(one) ?? said.status) };
      },
      getEpochInfo: () => ({ blockHeight: said.blockHeight, absoluteSlot: NEWEST }),
      getBlocks: (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, i) => from + i),
      getBlock: (slot: number) => ({ blockHeight: slot - 50 }),
      getFirstAvailableBlock: () => said.firstBlock,
    })(method, params);
  };
  const { fetch, calls, surprises } = fakeNodes({ 'node.test': node });
  return { rpc: createRpc({ urls: ['https://node.test'], fetch, now }), said, sent, searches, calls, surprises };
}

export const signedAs = (name: string): SignedTransaction => ({
  ...{ bytes: `bytes ${name}`, signature: `signature ${name}` },
  blockhash: { blockhash: 'blockhash', lastValidBlockHeight: 1_000, slot: 900 },
});

/** The first attempt of a payout, as another writer has stored it. */
export function attemptOf(name: string) {
  const { bytes, signature, blockhash } = signedAs(name);
  return {
    ...{ key: 'payout:123', attempt: 0, bytes, signature, blockhash: blockhash.blockhash },
    ...{ lastValidBlockHeight: blockhash.lastValidBlockHeight, signedSlot: blockhash.slot },
  };
}
