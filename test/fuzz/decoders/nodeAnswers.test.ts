import '../../world/quietBindings.ts';
import { base58 } from '@scure/base';
import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TOKEN_2022_PROGRAM } from '../../../worker/chain/accounts/programs.ts';
import {
  readBalance,
  readBlockhash,
  readComputePrice,
  readMarks,
  readNewestBlockTime,
} from '../../../worker/chain/accounts/readChain.ts';
import { readReceivers } from '../../../worker/chain/accounts/readReceivers.ts';
import { readTokenAmount } from '../../../worker/chain/accounts/readTokenAmount.ts';
import { readWithheld } from '../../../worker/chain/accounts/readWithheld.ts';
import { readHistoryPage } from '../../../worker/chain/ledger/readHistory.ts';
import { readLanded } from '../../../worker/chain/ledger/readLanded.ts';
import { readLedger, tryLedger } from '../../../worker/chain/ledger/readLedger.ts';
import { readSigned } from '../../../worker/chain/ledger/readSigned.ts';
import { readStatus } from '../../../worker/chain/ledger/sendTransaction.ts';
import { createRpc, type Rpc } from '../../../worker/chain/node/rpc.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import type { RpcNode } from '../../../worker/chain/node/rpcNode.ts';
import { simulateDraft } from '../../../worker/chain/signing/simulateDraft.ts';
import { readTables } from '../../../worker/swap/inspectSwap.ts';
import { wallet } from '../../domain/wallets.ts';
import { fakeNodes } from '../../worker/fakeNodes.ts';
import { encodeTransaction, keyOf } from '../../worker/signedTransactions.ts';
import { tokenAccountBytes } from '../../world/tokenAccountBytes.ts';
import { editedJson } from '../editedJson.ts';
import { DECODER_RUNS } from './decoderRuns.ts';
import { jsonChanges, largeText } from './mangled.ts';

/** Each one asks two nodes or more. */
const RUNS = { ...DECODER_RUNS, numRuns: Math.ceil(DECODER_RUNS.numRuns / 10) };

const POOL = keyOf(1);
const { signature, bytes } = encodeTransaction({ name: 'a', signers: [POOL], memos: ['a text'] });
const SPAN = { since: 100, lastHeight: 160, firstBlock: 0, newest: 300 };
const of = (value: unknown) => ({ context: { slot: 300 }, value });
const ACCOUNT = tokenAccountBytes({
  ...{ mint: new PublicKey(wallet(77)), owner: new PublicKey(wallet(1)), amount: 5n, associated: true },
});
const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64');
const BALANCES = [{ accountIndex: 0, mint: wallet(77), owner: wallet(1), uiTokenAmount: { amount: '5' } }];
const TRANSACTION = {
  ...{ slot: 200, blockTime: 1 },
  meta: {
    ...{ err: null, fee: 5_000, preBalances: [9, 1], postBalances: [1, 9], loadedAddresses: null },
    ...{ preTokenBalances: BALANCES, postTokenBalances: BALANCES },
  },
  transaction: { message: { accountKeys: [wallet(1), wallet(2)] } },
};
const ROW = { signature, slot: 200, blockTime: 1, memo: '[6] a text', err: null, confirmationStatus: 'finalized' };

/** What an honest node answers to each question. */
const HONEST: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
  getBalance: () => of(7),
  getSlot: () => 300,
  getBlockTime: () => 1,
  getLatestBlockhash: () => of({ blockhash: base58.encode(new Uint8Array(32).fill(9)), lastValidBlockHeight: 400 }),
  getRecentPrioritizationFees: () => [{ slot: 1, prioritizationFee: 5 }],
  getAccountInfo: () => of({ data: [base64(ACCOUNT), 'base64'], owner: TOKEN_2022_PROGRAM, lamports: 1 }),
  getMultipleAccounts: () => of([{ lamports: 1, executable: false, owner: wallet(1), data: ['', 'base64'] }]),
  getSignaturesForAddress: () => [ROW],
  getSignatureStatuses: () => of([{ slot: 200, err: null, confirmationStatus: 'finalized' }]),
  getBlocks: () => Array.from({ length: 230 }, (_, i) => 60 + i),
  getBlock: () => ({ blockHeight: 100 }),
  getTransaction: ([, options]) =>
    JSON.stringify(options).includes('base64') ? { transaction: [base64(bytes), 'base64'] } : TRANSACTION,
  simulateTransaction: () => of({ err: { InstructionError: [0, { Custom: 1 }] }, unitsConsumed: 5 }),
  getProgramAccounts: () => of([{ pubkey: wallet(3), account: { data: [base64(ACCOUNT.subarray(32)), 'base64'] } }]),
};

/** Every function that reads a node's answers. */
const READERS: Readonly<Record<string, (node: RpcNode) => Promise<unknown>>> = {
  readBalance: (node) => readBalance(node, wallet(1), 'confirmed'),
  readNewestBlockTime,
  readBlockhash,
  readComputePrice: (node) => readComputePrice(node, wallet(1), { min: 1, max: 9 }),
  readMarks: (node) => readMarks(node, [wallet(1)], 0),
  readTokenAmount: (node) => readTokenAmount(node, wallet(1)),
  readWithheld: (node) => readWithheld(node, wallet(77)),
  readReceivers: (node) => readReceivers(node, [wallet(1)]),
  readTables: (node) => readTables(node, [wallet(1)]),
  readHistoryPage: (node) => readHistoryPage(node, { wallet: wallet(1), before: null, until: null }),
  readStatus: (node) => readStatus(node, signature),
  readLedger: (node) => readLedger(node, SPAN),
  tryLedger,
  readLanded: (node) => readLanded(node, { signature, mint: wallet(77) }),
  readSigned: (node) => readSigned(node, { signature, wallet: POOL.address }),
};

const voiceOfHonest = (rpc: Rpc, about: string, ask: (node: RpcNode) => Promise<unknown>) =>
  rpc.hear({
    ...{ about, ask },
    decide: (voices, { isOver }) => (isOver ? voices.find(({ node }) => node.label === 'node 2') : undefined),
  });
const ASKED: Readonly<Record<string, (rpc: Rpc) => Promise<unknown>>> = {
  ...Object.fromEntries(
    Object.entries(READERS).map(([name, read]) => [name, (rpc: Rpc) => voiceOfHonest(rpc, name, read)]),
  ),
  // Both nodes have to answer. When one answer cannot be read, that node counts as silent, which is no fault of ours.
  simulateDraft: (rpc) =>
    simulateDraft(rpc, 'a trial', { bytes: 'AAEC' } as Parameters<typeof simulateDraft>[2]).catch((error: unknown) => {
      if (error instanceof RpcError) return error;
      throw error;
    }),
};

/** A node that passes on an honest node's answers, but changes each of them in the same way. */
function besideALiar(change: (json: unknown) => unknown): Rpc {
  const honest = (method: string, params: readonly unknown[]) => {
    const answer = HONEST[method];
    if (answer === undefined) throw new Error(`nobody expected ${method}`);
    return answer(params);
  };
  const lying = (method: string, params: readonly unknown[]) =>
    new Response(largeText({ jsonrpc: '2.0', id: 1, result: change(honest(method, params)) ?? null }));
  const { fetch } = fakeNodes({ 'lying.test': lying, 'honest.test': honest });
  return createRpc({ urls: ['https://lying.test', 'https://honest.test'], fetch, now: () => 0 });
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});

describe.each(Object.entries(ASKED))('what one of two nodes answers to %s', (name, ask) => {
  it('is read, or is no usable answer: it never hides the honest node’s answer', async () => {
    const honest = await ask(besideALiar((json) => json));
    expect(honest, name).toBeDefined();
    await fc.assert(
      fc.asyncProperty(jsonChanges, async (change) => {
        await expect(ask(besideALiar(change))).resolves.toBeDefined();
      }),
      RUNS,
    );
  });
});

describe('an answer too deep or too long to read', () => {
  const withError = (name: string) => (json: unknown) =>
    editedJson(json, ['value', '0', 'err'], { how: 'replaced', value: name });
  const withFault = (name: string) => (json: unknown) =>
    editedJson(json, ['value', 'err'], { how: 'replaced', value: name });

  it.each<[string, (json: unknown) => unknown]>([
    ['readStatus', withError('@a deep object')],
    ['simulateDraft', withFault('@a deep list')],
    ['readLedger', () => '@a long list of numbers'],
  ])('is none: %s hears the honest node', async (name, change) => {
    const ask = ASKED[name];
    // Only the honest node's answer is left, because the other node counts as silent.
    const heard = JSON.stringify(await ask?.(besideALiar(change)));
    expect(heard).toBe(JSON.stringify(await ask?.(besideALiar(() => null))));
  });
});
