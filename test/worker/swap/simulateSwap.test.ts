import { Keypair, type PublicKey } from '@solana/web3.js';
import { afterEach, describe, expect, it } from 'vitest';
import { createRpc } from '../../../worker/chain/node/rpc.ts';
import { NodesDisagree } from '../../../worker/chain/node/rpcError.ts';
import type { RpcNode } from '../../../worker/chain/node/rpcNode.ts';
import { checkSwap } from '../../../worker/swap/check/checkSwap.ts';
import { ownAccounts } from '../../../worker/swap/check/effect.ts';
import { readTables } from '../../../worker/swap/inspectSwap.ts';
import { simulateSwap, trySwap } from '../../../worker/swap/simulateSwap.ts';
import { answering, type FakeNode, fakeNodes } from '../fakeNodes.ts';
import { rpcNodes } from '../rpcNodes.ts';
import { AMOUNT, compile, GOD_ACCOUNT, HONEST, MINIMUM, MINT, ORDER, THIEF, tableOf, US } from '../swapDrafts.ts';

let fakes: ReturnType<typeof fakeNodes>[] = [];
afterEach(() => {
  const surprises = fakes.flatMap((fake) => fake.surprises);
  fakes = [];
  expect(surprises).toEqual([]);
});

function nodeOf(node: FakeNode): RpcNode {
  const fake = fakeNodes({ 'a.test': node });
  fakes.push(fake);
  const [first] = createRpc({ urls: ['https://a.test'], fetch: fake.fetch, now: () => 0 }).nodes;
  if (first === undefined) throw new Error('no node');
  return first;
}

const SYSTEM = '11111111111111111111111111111111';
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const BEFORE = { lamports: 2_000_000_000, amount: AMOUNT + 7n };
const FEE = 40_000;

interface God {
  readonly amount: bigint;
  readonly owner?: PublicKey;
  readonly mint?: PublicKey;
  readonly delegate?: PublicKey;
  readonly state?: number;
  readonly closeAuthority?: PublicKey;
  readonly program?: string;
}

/** Bytes as the token program's own documentation lays them out. */
function godAccount({
  amount,
  owner = US,
  mint = MINT,
  delegate,
  state = 1,
  closeAuthority,
  program = TOKEN_2022,
}: God) {
  const data = Buffer.alloc(182);
  data.set(mint.toBytes(), 0);
  data.set(owner.toBytes(), 32);
  data.writeBigUInt64LE(amount, 64);
  if (delegate !== undefined) data.set([1, 0, 0, 0, ...delegate.toBytes()], 72);
  data[108] = state;
  if (closeAuthority !== undefined) data.set([1, 0, 0, 0, ...closeAuthority.toBytes()], 129);
  return { lamports: 2_157_600, owner: program, data: [data.toString('base64'), 'base64'] };
}
const walletOf = (lamports: number, owner = SYSTEM, data = '') => ({ lamports, owner, data: [data, 'base64'] });

const bytes = compile({ instructions: HONEST['the market-maker'] ?? [] });
const transaction = Buffer.from(bytes).toString('base64');
const gain = Number(MINIMUM) - FEE;

function simulate(
  accounts: unknown,
  err: unknown = null,
  before: readonly unknown[] = [walletOf(BEFORE.lamports), godAccount(BEFORE)],
) {
  const check = checkSwap(bytes, ORDER, []);
  if (!check.ok) throw new Error(check.detail);
  const node = nodeOf(
    answering({
      getMultipleAccounts: { context: { slot: 5 }, value: before },
      simulateTransaction: { context: { slot: 5 }, value: { err, logs: [], accounts, unitsConsumed: 1 } },
    }),
  );
  return simulateSwap(node, { bytes: transaction, order: ORDER, own: ownAccounts(ORDER.wallet, ORDER.mint), check });
}

describe('a trial of a swap', () => {
  it('is good when our wallet gains the minimum less the fee and no more GOD leaves than was asked', async () => {
    const after = [walletOf(BEFORE.lamports + gain), godAccount({ amount: 7n })];
    expect(await simulate(after)).toEqual({ ok: true });
    expect(await simulate([walletOf(BEFORE.lamports + gain + 1), godAccount({ amount: 8n })])).toEqual({ ok: true });
  });

  it('asks one node for both accounts, before and after, with the transaction’s own blockhash', async () => {
    const calls: unknown[] = [];
    const value = [walletOf(BEFORE.lamports), godAccount(BEFORE)];
    const node = nodeOf((method, params) => {
      calls.push([method, params]);
      const accounts = [walletOf(BEFORE.lamports + gain), godAccount({ amount: 7n })];
      return { context: { slot: 5 }, value: method === 'getMultipleAccounts' ? value : { err: null, accounts } };
    });
    const check = checkSwap(bytes, ORDER, []);
    if (!check.ok) throw new Error(check.detail);
    await simulateSwap(node, { bytes: transaction, order: ORDER, own: ownAccounts(ORDER.wallet, ORDER.mint), check });
    const addresses = [US.toBase58(), GOD_ACCOUNT.toBase58()];
    expect(calls).toEqual([
      ['getMultipleAccounts', [addresses, { commitment: 'confirmed', encoding: 'base64' }]],
      [
        'simulateTransaction',
        [
          transaction,
          {
            ...{ commitment: 'confirmed', encoding: 'base64', sigVerify: false, replaceRecentBlockhash: false },
            accounts: { encoding: 'base64', addresses },
          },
        ],
      ],
    ]);
  });

  const wallet = walletOf(BEFORE.lamports + gain);
  const well: God = { amount: 7n };
  it.each<[string, unknown[], string]>([
    ['our wallet gains one lamport less', [walletOf(BEFORE.lamports + gain - 1), godAccount(well)], 'balance'],
    ['our wallet loses', [walletOf(0), godAccount(well)], 'balance'],
    ['one unit of GOD more leaves', [wallet, godAccount({ amount: 6n })], 'balance'],
    ['our wallet belongs to a program', [walletOf(wallet.lamports, TOKEN_2022), godAccount(well)], 'account-changed'],
    ['our wallet gets data', [walletOf(wallet.lamports, SYSTEM, 'AAAA'), godAccount(well)], 'account-changed'],
    ['our GOD account gets a delegate', [wallet, godAccount({ ...well, delegate: THIEF })], 'account-changed'],
    ['our GOD account gets another owner', [wallet, godAccount({ ...well, owner: THIEF })], 'account-changed'],
    [
      'our GOD account gets a close authority',
      [wallet, godAccount({ ...well, closeAuthority: THIEF })],
      'account-changed',
    ],
    ['our GOD account is frozen', [wallet, godAccount({ ...well, state: 2 })], 'account-changed'],
    ['our GOD account is of another mint', [wallet, godAccount({ ...well, mint: THIEF })], 'account-changed'],
    [
      'our GOD account belongs to another program',
      [wallet, godAccount({ ...well, program: SYSTEM })],
      'account-changed',
    ],
    ['our GOD account is gone', [wallet, null], 'account-changed'],
    ['our wallet is gone', [null, godAccount(well)], 'account-changed'],
  ])('is refused when %s', async (_what, after, reason) => {
    expect(await simulate(after)).toMatchObject({ ok: false, reason });
  });

  it('that fails accuses nobody: the swap is just not possible now', async () => {
    const failed = await simulate(null, { InstructionError: [3, { Custom: 6001 }] });
    expect(failed).toEqual({ ok: false, problem: 'it would fail: {"InstructionError":[3,{"Custom":6001}]}' });
    expect(await simulate(null, 'BlockhashNotFound')).toMatchObject({ problem: 'it would fail: "BlockhashNotFound"' });
    const missing = await simulate([wallet, godAccount(well)], null, [walletOf(1), null]);
    expect(missing).toMatchObject({ problem: 'our wallet or its GOD account does not exist' });
  });

  it('without accounts in its answer proves nothing', async () => {
    expect(await simulate(null)).toMatchObject({ ok: false, reason: 'account-changed' });
  });
});

describe('a trial on several nodes', () => {
  const good = [walletOf(BEFORE.lamports + gain), godAccount({ amount: 7n })];
  const theft = [walletOf(BEFORE.lamports + gain), godAccount({ amount: 0n })];
  const answersOf = (accounts: unknown, err: unknown = null) =>
    answering({
      getMultipleAccounts: { context: { slot: 5 }, value: [walletOf(BEFORE.lamports), godAccount(BEFORE)] },
      simulateTransaction: { context: { slot: 5 }, value: { err, accounts } },
    });
  const [well, fails, steals] = [answersOf(good), answersOf(null, 'BlockhashNotFound'), answersOf(theft)];

  function tried(...nodes: readonly FakeNode[]) {
    const check = checkSwap(bytes, ORDER, []);
    if (!check.ok) throw new Error(check.detail);
    const each = rpcNodes(nodes);
    const own = ownAccounts(ORDER.wallet, ORDER.mint);
    return { ...each, trial: trySwap(each.rpc, { bytes: transaction, order: ORDER, own, check }) };
  }

  it('is good when it succeeds on one of them: a node cannot prevent a sale by calling it a failure', async () => {
    expect(await tried(fails, well).trial).toEqual({ ok: true });
    expect(await tried(well, fails).trial).toEqual({ ok: true });
    expect(await tried(fails, fails).trial).toMatchObject({
      ok: false,
      problem: expect.stringContaining('would fail'),
    });
  });

  it('that shows a theft on one of two nodes stops the sale and names both; of three nodes the majority counts', async () => {
    await expect(tried(well, steals).trial).rejects.toThrow(NodesDisagree);
    expect(await tried(steals, steals).trial).toMatchObject({ ok: false, reason: 'balance' });
    expect(await tried(steals, well, well).trial).toEqual({ ok: true });
    expect(await tried(well, steals, steals).trial).toMatchObject({ ok: false, reason: 'balance' });
  });
});

describe('lookup tables on the chain', () => {
  const [one, two] = [5, 6].map((byte) => Keypair.fromSeed(new Uint8Array(32).fill(byte)).publicKey);
  if (one === undefined || two === undefined) throw new Error('two keys');

  it('are read in one call, and those that are missing are left out', async () => {
    const table = tableOf(one, [US]);
    const { address, owner, data } = table;
    const value = [{ owner, lamports: 1, data: [data, 'base64'] }, null];
    const calls: unknown[] = [];
    const node = nodeOf((_method, params) => {
      calls.push(params);
      return { context: { slot: 1 }, value };
    });
    const addresses = [address, tableOf(two, []).address];
    expect(await readTables(node, addresses)).toEqual([table]);
    // Finalized, because an abandoned fork could have listed other addresses. One byte more than the largest table is
    // asked for, so that a longer account is recognised as no table.
    const dataSlice = { offset: 0, length: 8_249 };
    expect(calls).toEqual([[addresses, { commitment: 'finalized', encoding: 'base64', dataSlice }]]);
  });

  it('cost nothing when there are none', async () => {
    expect(await readTables(nodeOf(answering({})), [])).toEqual([]);
  });
});
