import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CURRENT_PROTOCOL } from '../../../src/protocol/protocolOf.ts';
import { agreeOnBalance } from '../../../worker/chain/accounts/agreeOnBalance.ts';
import { agreeOnBlockTime, agreeOnMark, agreeOnRent } from '../../../worker/chain/accounts/readChain.ts';
import { readMint } from '../../../worker/chain/accounts/readMint.ts';
import { type Attempt, proveExpired } from '../../../worker/chain/ledger/proveExpired.ts';
import { readOutcomes } from '../../../worker/chain/ledger/readOutcome.ts';
import type { Rpc } from '../../../worker/chain/node/rpc.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import { agreeOnBlockhash } from '../../../worker/chain/signing/readSigning.ts';
import { agreeOnList } from '../../../worker/rounds/lists/agreeOnList.ts';
import { createReadEntries } from '../../../worker/rounds/lists/readEntries.ts';
import { settingsOf } from '../../../worker/settings/parseSettings.ts';
import { wallet } from '../../domain/wallets.ts';
import { COMPLETE } from '../completeSettings.ts';
import { answering, type FakeNode } from '../fakeNodes.ts';
import { down } from '../rpcNodes.ts';
import { keyOf } from '../signedTransactions.ts';
import { accountsAnswer, mintAnswer, tokenAccount } from '../tokenAccounts.ts';
import { watchedNodes } from '../watchedNodes.ts';

const nodes = watchedNodes();
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

/**
 * A fact of the table in docs/nodes.md, as an honest node tells it and as a liar does. Either would be believed if it
 * were the only node.
 */
interface Row {
  readonly truth: FakeNode;
  readonly lie: FakeNode;
  /** What enough nodes say; throws an RpcError, or is null, while that is not known. */
  readonly ask: (rpc: Rpc) => Promise<unknown>;
  readonly expected: unknown;
  readonly lied: unknown;
}

const HASH = 'b'.repeat(40);
const ATTEMPT: Attempt = { signature: 'signature', lastValidBlockHeight: 1_000, signedSlot: 900 };
const LANDED = { slot: 950, err: null, confirmationStatus: 'finalized' };
const FAILED = { ...LANDED, err: { InstructionError: [0, { Custom: 1 }] } };

const parsed = settingsOf(COMPLETE);
if (!parsed.ok) throw new Error(parsed.problems.join());
const { settings } = parsed;
const readEntries = createReadEntries({ settings, protocol: CURRENT_PROTOCOL });
const [entrant, friend] = [keyOf(101).address, keyOf(102).address];

const holding = (value: number) => answering({ getBalance: { context: { slot: 100 }, value } });
const rent = (lamports: number) => answering({ getMinimumBalanceForRentExemption: lamports });
const withheld = (units: bigint) => answering({ getEpochInfo: { epoch: 5 }, getAccountInfo: mintAnswer(9n, units) });
const valid = (height: number) =>
  answering({
    getLatestBlockhash: { context: { slot: height }, value: { blockhash: HASH, lastValidBlockHeight: height } },
    isBlockhashValid: { context: { slot: height }, value: true },
  });
const status = (said: unknown) => answering({ getSignatureStatuses: { context: { slot: 2_000 }, value: [said] } });
const marked = (made: boolean) => {
  const account = made ? { data: ['AA==', 'base64'] } : null;
  return answering({ getMultipleAccounts: { context: { slot: 100 }, value: [account] } });
};
const listing = (owner: typeof entrant) =>
  answering({
    getEpochInfo: { epoch: 5 },
    getSlot: 4_321,
    getAccountInfo: mintAnswer(CURRENT_PROTOCOL.threshold),
    getProgramAccounts: accountsAnswer(tokenAccount(owner, CURRENT_PROTOCOL.threshold)),
  });
/** A chain past the last block of the attempt. The node decides whether the attempt has landed. */
const ending = (said: unknown) =>
  answering({
    getEpochInfo: { blockHeight: 1_100, absoluteSlot: 1_100 },
    getSignatureStatuses: { context: { slot: 1_100 }, value: [said] },
    getFirstAvailableBlock: 0,
    getBlocks: (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i),
    getBlock: (slot: number) => ({ blockHeight: slot }),
  });

const outcome = async (rpc: Rpc) => {
  const said = (await readOutcomes(rpc, ['signature'])).get('signature');
  return said === undefined || said.seen === 'unknown' ? null : [said.seen, said.slot, said.error];
};
const death = async (rpc: Rpc) => ((await proveExpired(rpc, [ATTEMPT])).has('signature') ? 'dead' : null);

const ROWS: Readonly<Record<string, Row>> = {
  'the list of a lock': {
    ...{ truth: listing(entrant), lie: listing(friend), expected: [entrant], lied: [friend] },
    ask: async (rpc) => {
      const read = async (node: Rpc['nodes'][number]) => {
        const { snapshot, entries, excluded } = await readEntries(node, 'finalized');
        return { slot: snapshot.slot, entries, excluded };
      };
      return (await agreeOnList({ rpc, read, refusalOf: async () => null, isOver: () => false })).entries.map(
        ({ owner }) => owner,
      );
    },
  },
  "the pool's balance": {
    ...{ truth: holding(1_000_000), lie: holding(4_900_000), expected: 1_000_000n, lied: 4_900_000n },
    ask: async (rpc) => (await agreeOnBalance(rpc, wallet(1), { about: "the pool's balance" })).lamports,
  },
  'the rent of a mark': {
    ...{ truth: rent(897_840), lie: rent(9_000_000), expected: 897_840n, lied: 9_000_000n },
    ask: (rpc) => agreeOnRent(rpc, 1),
  },
  'the fees withheld in the mint': {
    ...{ truth: withheld(700n), lie: withheld(0n), expected: 700n, lied: 0n },
    ask: (rpc) =>
      rpc.agree({ about: 'fees', ask: async (node) => (await readMint(node, wallet(77), 'confirmed')).withheld }),
  },
  'the time of a block': {
    ...{ truth: answering({ getBlockTime: 1_000 }), lie: answering({ getBlockTime: 4_600 }) },
    ...{ expected: 1_000, lied: 4_600, ask: (rpc) => agreeOnBlockTime(rpc, 100) },
  },
  'the last valid height of a blockhash': {
    ...{ truth: valid(1_000), lie: valid(1_101), expected: 1_000, lied: 1_101 },
    ask: async (rpc) => (await agreeOnBlockhash(rpc, 0)).lastValidBlockHeight,
  },
  'that a signature is final': {
    ...{ truth: status(LANDED), lie: status(null), expected: ['finalized', 950, null], lied: null, ask: outcome },
  },
  'that a signature is not final': {
    ...{ truth: status(null), lie: status(LANDED), expected: null, lied: ['finalized', 950, null], ask: outcome },
  },
  'that a signature has not failed': {
    ...{ truth: status(LANDED), lie: status(FAILED), expected: ['finalized', 950, null], ask: outcome },
    lied: ['finalized', 950, JSON.stringify(FAILED.err)],
  },
  'that a signature is dead': { truth: ending(null), lie: ending(LANDED), expected: 'dead', lied: null, ask: death },
  'that a signature lives': { truth: ending(LANDED), lie: ending(null), expected: null, lied: 'dead', ask: death },
  'that a mark is made': {
    ...{ truth: marked(true), lie: marked(false), expected: true, lied: false },
    ask: (rpc) => agreeOnMark(rpc, wallet(5), 100),
  },
  'that a mark is not made': {
    ...{ truth: marked(false), lie: marked(true), expected: false, lied: true },
    ask: (rpc) => agreeOnMark(rpc, wallet(5), 100),
  },
};

/** The known fact, or null while it is not known. */
async function known(row: Row, fakes: readonly FakeNode[]): Promise<unknown> {
  try {
    return await row.ask(nodes(...fakes).rpc);
  } catch (error) {
    if (error instanceof RpcError) return null;
    throw error;
  }
}

const everyOrder = <T>(list: readonly T[]): T[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((each, i) => everyOrder(list.filter((_, j) => j !== i)).map((rest) => [each, ...rest]));

describe.each(Object.entries(ROWS))('%s', (_fact, row) => {
  const { truth, lie } = row;

  it('is one node’s word when there is only one node, whether it lies or not', async () => {
    expect([await known(row, [truth]), await known(row, [lie])]).toEqual([row.expected, row.lied]);
  });

  it.each([
    ['of two of which one lies', [truth, lie]],
    ['of two of which one is silent', [truth, down]],
    ['of two of which one lies and one is silent', [lie, down]],
    ['of three of which one lies and one is silent', [truth, lie, down]],
  ])('is not known %s', async (_who, fakes) => {
    for (const order of everyOrder(fakes)) expect(await known(row, order)).toBeNull();
  });

  it.each([
    ['two honest nodes', [truth, truth]],
    ['three of which one lies', [truth, truth, lie]],
    ['three of which one is silent', [truth, truth, down]],
  ])('is the truth by %s, in every order of the nodes', async (_who, fakes) => {
    for (const order of everyOrder(fakes)) expect(await known(row, order)).toEqual(row.expected);
  });
});
