import * as z from 'zod';
import type { Address } from '../../src/token/address.ts';
import { RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';

const PAGE = 1_000;

const rows = z.array(
  z.object({
    signature: z.string(),
    slot: z.int(),
    blockTime: z.int().nullable(),
    memo: z.string().nullable(),
    err: z.unknown(),
    confirmationStatus: z.string().nullable(),
  }),
);
export type HistoryRow = z.infer<typeof rows>[number];

export interface HistoryPage {
  readonly rows: readonly HistoryRow[];
  /** Where the next, older page goes on; null when this one reached the end of the range. */
  readonly next: string | null;
}

export interface HistoryRange {
  readonly wallet: Address;
  /** Strictly older than this signature; null for the newest. */
  readonly before: string | null;
  /** Strictly newer than this signature; null for the wallet's beginning. */
  readonly until: string | null;
}

/** One page of everything addressed to a wallet, by anyone, newest first, as confirmed. */
export async function readHistoryPage(node: RpcNode, { wallet, before, until }: HistoryRange): Promise<HistoryPage> {
  const options = {
    commitment: 'confirmed',
    limit: PAGE,
    ...(before !== null && { before }),
    ...(until !== null && { until }),
  };
  const read = await node.call('getSignaturesForAddress', [wallet, options], rows);
  return { rows: read, next: read.length < PAGE ? null : (read.at(-1)?.signature ?? null) };
}

/** How long a node's word on where its ledger begins is taken for granted. */
const REACH_MS = 60_000;
/** A chain's own first slots: a ledger from here on is whole. */
const FIRST_SLOTS = 32;

/**
 * Remembers from when on each node knows the chain. A node restarted from a snapshot answers an empty history without an error:
 * "nothing found" counts only from a ledger that reaches back far enough.
 */
export function createLedgerReach(now: () => number) {
  const known = new WeakMap<RpcNode, { readonly since: number; readonly askedAt: number }>();
  return async (node: RpcNode, since: number): Promise<void> => {
    let reach = known.get(node);
    if (reach === undefined || now() - reach.askedAt > REACH_MS) {
      const first = await node.call('getFirstAvailableBlock', [], z.int());
      const unix = first <= FIRST_SLOTS ? 0 : await node.call('getBlockTime', [first], z.int());
      reach = { since: unix, askedAt: now() };
      known.set(node, reach);
    }
    if (reach.since > since) {
      throw new RpcError(node.label, 'getFirstAvailableBlock', `this ledger begins at ${reach.since}, after ${since}`);
    }
  };
}

const signers = z
  .object({
    transaction: z.object({
      message: z.object({ accountKeys: z.array(z.string()), header: z.object({ numRequiredSignatures: z.int() }) }),
    }),
  })
  .nullable();

/** True when `wallet` is among a transaction's signers, and not merely mentioned by a stranger. */
export async function isSignedBy(node: RpcNode, signature: string, wallet: Address): Promise<boolean> {
  const options = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 };
  const transaction = await node.call('getTransaction', [signature, options], signers);
  // Listed a moment ago and not there now: this node's view is torn. That is no answer, and never "not ours".
  if (transaction === null)
    throw new RpcError(node.label, 'getTransaction', `${signature} is listed but cannot be read`);
  const { accountKeys, header } = transaction.transaction.message;
  return accountKeys.slice(0, header.numRequiredSignatures).includes(wallet);
}
