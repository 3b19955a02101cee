import * as z from 'zod';
import type { Address } from '../../src/address/address.ts';
import { type Lamports, lamports } from '../../src/money/lamports.ts';
import { SYSTEM_PROGRAM } from './programs.ts';
import type { Rpc } from './rpc.ts';
import { Implausible } from './rpcError.ts';
import { type RpcNode, withContext } from './rpcNode.ts';

type Commitment = 'confirmed' | 'finalized';

/** Lamports of an account as one node sees it, and the slot of that view. Throws an RpcError. */
export async function readBalance(
  node: RpcNode,
  of: Address,
  commitment: Commitment,
): Promise<{ lamports: Lamports; slot: number }> {
  const { context, value } = await node.call('getBalance', [of, { commitment }], withContext(z.int().min(0)));
  return { lamports: lamports(BigInt(value)), slot: context.slot };
}

/** Unix seconds of the newest confirmed block: how far behind our clock this node's view is. */
export async function readNewestBlockTime(node: RpcNode): Promise<number> {
  const slot = await node.call('getSlot', [{ commitment: 'confirmed' }], z.int());
  return readBlockTime(node, slot);
}

/** Unix seconds of a block. */
export function readBlockTime(node: RpcNode, slot: number): Promise<number> {
  return node.call('getBlockTime', [slot], z.int());
}

/** Far above the rent of anything we pay for (an account of 1,300 bytes), and little enough to lose nothing by. */
const MOST_RENT_LAMPORTS = 10_000_000;

/**
 * The least an account with `bytes` of data may hold. It is being lowered step by step: asked, never assumed. What
 * would be a payment to nobody is `Implausible`.
 */
async function readRentMinimum(node: RpcNode, bytes: number): Promise<Lamports> {
  const rent = await node.call('getMinimumBalanceForRentExemption', [bytes], z.int().min(0));
  if (rent === 0 || rent > MOST_RENT_LAMPORTS)
    throw new Implausible(node.label, 'getMinimumBalanceForRentExemption', `${rent} lamports for ${bytes} bytes`);
  return lamports(BigInt(rent));
}

/** As `readRentMinimum`, by all nodes. */
export function agreeOnRent(rpc: Pick<Rpc, 'agree'>, bytes: number): Promise<Lamports> {
  return rpc.agree({ about: `the rent of ${bytes} bytes`, ask: (node) => readRentMinimum(node, bytes) });
}

/** Unix seconds of a block, by all nodes: it decides whether a commitment was in time. */
export function agreeOnBlockTime(rpc: Pick<Rpc, 'agree'>, slot: number): Promise<number> {
  return rpc.agree({ about: 'the time of a block', ask: (node) => readBlockTime(node, slot) });
}

/** A blockhash to sign with, the last block height it is valid at, and the slot it was read at. */
export interface RecentBlockhash {
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
  readonly slot: number;
}

/** The newest confirmed blockhash of one node. Throws an RpcError. */
export async function readBlockhash(node: RpcNode): Promise<RecentBlockhash> {
  const value = z.object({ blockhash: z.string().min(32), lastValidBlockHeight: z.int() });
  const answer = await node.call('getLatestBlockhash', [{ commitment: 'confirmed' }], withContext(value));
  return { ...answer.value, slot: answer.context.slot };
}

/**
 * The median of recent prioritization fees for transactions that write `wallet`, in micro-lamports per compute unit,
 * between the two bounds: a fee market's mood must never eat the pool, and a quiet wallet's median is next to
 * nothing.
 */
export async function readComputePrice(
  node: RpcNode,
  wallet: Address,
  bounds: { min: number; max: number },
): Promise<number> {
  const fees = await node.call(
    'getRecentPrioritizationFees',
    [[wallet]],
    z.array(z.object({ prioritizationFee: z.number() })),
  );
  const sorted = fees.map((fee) => fee.prioritizationFee).sort((a, b) => a - b);
  return Math.min(bounds.max, Math.max(bounds.min, Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)));
}

/** As `isGuardAllocated`, by all nodes: either answer of a single one could cost a payment. */
export function agreeOnGuard(rpc: Pick<Rpc, 'agree'>, guard: Address): Promise<boolean> {
  return rpc.agree({ about: 'the guard of a paid hour', ask: (node) => isGuardAllocated(node, guard) });
}

/**
 * True when the guard address has been allocated: that hour has been paid. A stranger's lamports alone leave it
 * without data.
 */
export async function isGuardAllocated(node: RpcNode, guard: Address): Promise<boolean> {
  const account = z.object({ data: z.tuple([z.base64(), z.literal('base64')]), owner: z.string() });
  const { value } = await node.call(
    'getAccountInfo',
    [guard, { commitment: 'confirmed', encoding: 'base64' }],
    withContext(account.nullable()),
  );
  return value !== null && (value.data[0].length > 0 || value.owner !== SYSTEM_PROGRAM);
}
