import { NATIVE_MINT } from '@solana/spl-token';
import { Keypair, type PublicKey } from '@solana/web3.js';
import { afterEach, describe, expect, it } from 'vitest';
import { address } from '../../../src/address/address.ts';
import { NodesDisagree } from '../../../worker/chain/node/rpcError.ts';
import { createAskPools } from '../../../worker/swap/askPools.ts';
import { DERIVED_POOL as DERIVED, type DrawnPool, drawPools, GOD_SIDE } from '../drawPools.ts';
import type { FakeNode } from '../fakeNodes.ts';
import { rpcNodes } from '../rpcNodes.ts';
import { MINT, THIEF } from '../swapDrafts.ts';
import { mintAnswer } from '../tokenAccounts.ts';

/** The mint takes 5%, at most 10,000 GOD. */
const FEE = { basisPoints: 500, maximumFee: 10_000_000_000n };

const NOW = 1_790_000_000_000;
const NAMED = Keypair.fromSeed(new Uint8Array(32).fill(90)).publicKey;

let surprises: unknown[] = [];
afterEach(() => {
  expect(surprises).toEqual([]);
  surprises = [];
});

function chain(...pools: readonly (readonly [PublicKey, DrawnPool])[]): FakeNode {
  const accounts = drawPools(pools);
  return (method, params) => {
    if (method === 'getEpochInfo') return { epoch: 1 };
    if (method === 'getAccountInfo' && params[0] === MINT.toBase58()) return mintAnswer(0n, 0n, { fee: FEE });
    if (method !== 'getMultipleAccounts') throw new Error(`nobody expected ${method}`);
    const [addresses, options] = params as [string[], unknown];
    // No pool and no configuration is longer; one byte more shows an account that is.
    const dataSlice = { offset: 0, length: 638 };
    expect(options).toEqual({ commitment: 'finalized', encoding: 'base64', dataSlice });
    return { context: { slot: 1 }, value: addresses.map((each) => accounts.get(each) ?? null) };
  };
}

function ask(nodes: readonly FakeNode[], amount = 15_000_000_000n, named: readonly string[] = []) {
  const each = rpcNodes(nodes);
  surprises = each.surprises;
  return createAskPools({ rpc: each.rpc, mint: address(MINT.toBase58()), now: () => NOW })(amount, named);
}

/** 300 million GOD and 3,000 SOL. */
const POOL: DrawnPool = { god: 300_000_000_000_000n, sol: 3_000_000_000_000n };
// 15,000 GOD less 5% are 14,250,000,000; the trade takes 35,625,000; 3e12 × 14,214,375,000 / (3e14 + 14,214,375,000), rounded down.
const PAYS = 142_137_015n;

describe('what the pool itself would pay', () => {
  it('is the constant product of what arrives, less the trade’s fee, to the lamport', async () => {
    expect(await ask([chain([DERIVED, POOL])])).toBe(PAYS);
  });

  it('subtracts at most the token’s highest fee, and does not count what belongs to others in the vaults', async () => {
    const fees = [
      [1_000_000_000_000n, 2_000_000_000_000n, 3_000_000_000_000n],
      [10n, 20n, 30n],
    ] as const;
    const pool = { god: POOL.god + 6_000_000_000_000n, sol: POOL.sol + 60n, fees };
    expect(await ask([chain([DERIVED, pool])])).toBe(PAYS);
    // 1,000,000 GOD less 10,000, less ceil(0.25%).
    const traded = 990_000_000_000n - 2_475_000_000n;
    expect(await ask([chain([DERIVED, POOL])], 1_000_000_000_000n)).toBe((POOL.sol * traded) / (POOL.god + traded));
  });

  it('counts a creator’s fee on the side where it is taken', async () => {
    const onInput = 14_250_000_000n - 42_750_000n;
    const paid = (POOL.sol * onInput) / (POOL.god + onInput);
    expect(await ask([chain([DERIVED, { ...POOL, creator: 0 }])])).toBe(paid);
    expect(await ask([chain([DERIVED, { ...POOL, creator: GOD_SIDE + 1 }])])).toBe(paid);
    const other = await ask([chain([DERIVED, { ...POOL, creator: 2 - GOD_SIDE }])]);
    expect(other).toBe(PAYS - (PAYS * 500n + 999_999n) / 1_000_000n);
  });

  it('is of the best pool: one that a liar names cannot hide the real one', async () => {
    const poor: DrawnPool = { god: POOL.god, sol: POOL.sol / 100n };
    expect(await ask([chain([DERIVED, POOL], [NAMED, poor])], undefined, [NAMED.toBase58()])).toBe(PAYS);
    expect(await ask([chain([NAMED, POOL])], undefined, [NAMED.toBase58(), 'no address'])).toBe(PAYS);
    expect(await ask([chain([NAMED, POOL])])).toBeNull();
  });

  it.each<[string, DrawnPool]>([
    ['belongs to another program', { ...POOL, owner: THIEF }],
    ['is of another pair', { ...POOL, mints: [THIEF, NATIVE_MINT] }],
    ['does not swap', { ...POOL, status: 4 }],
    ['is not open yet', { ...POOL, opensAt: BigInt(NOW / 1000 + 1) }],
    ['has vaults that are no token accounts', { ...POOL, vaultOwner: THIEF }],
    ['is empty', { god: 0n, sol: 0n }],
  ])('is nothing when the only one %s', async (_what, pool) => {
    expect(await ask([chain([DERIVED, pool])])).toBeNull();
  });

  it('needs more than one node: 1% is a difference of a few slots, more is a contradiction, and of three nodes the majority counts', async () => {
    const near = chain([DERIVED, { ...POOL, sol: (POOL.sol * 995n) / 1_000n }]);
    const lie = chain([DERIVED, { ...POOL, sol: POOL.sol / 2n }]);
    const honest = chain([DERIVED, POOL]);
    expect(await ask([honest, near])).toBe(PAYS);
    await expect(ask([honest, lie])).rejects.toThrow(NodesDisagree);
    await expect(ask([honest, chain()])).rejects.toThrow(NodesDisagree);
    expect(await ask([lie, honest, honest])).toBe(PAYS);
  });
});
