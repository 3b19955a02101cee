import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';
import { TooLong, UnknownCursor } from '../node/rpcError.ts';
import type { RpcNode } from '../node/rpcNode.ts';
import { readStatus } from './sendTransaction.ts';

const PAGE = 1_000;
/** This many rows fit into an answer even if each has the longest memo that a stranger can write. */
const SHORT_PAGE = 100;

/** 64 bytes in base58. What is longer is no signature, and is neither asked about nor stored. */
const LONGEST_SIGNATURE = 88;

const rows = z.array(
  z.object({
    signature: z.string().max(LONGEST_SIGNATURE),
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
  /** Where the next, older page begins; null when this page reached the end of the range. */
  readonly next: string | null;
}

export interface HistoryRange {
  readonly wallet: Address;
  /** Only rows older than this signature; null: from the newest on. */
  readonly before: string | null;
  /** Only rows newer than this signature; null: down to the wallet's oldest row. */
  readonly until: string | null;
}

/**
 * One page of all transactions that name a wallet, whoever signed them, newest first, as confirmed. A node that does
 * not know `before` answers with an empty page. That throws an UnknownCursor, since such a page does not show an end.
 */
export async function readHistoryPage(node: RpcNode, range: HistoryRange): Promise<HistoryPage> {
  try {
    return await readPage(node, range, PAGE);
  } catch (error) {
    if (!(error instanceof TooLong)) throw error;
  }
  const read: HistoryRow[] = [];
  let next = range.before;
  do {
    const page: HistoryPage = await readPage(node, { ...range, before: next }, SHORT_PAGE);
    read.push(...page.rows);
    next = page.next;
  } while (next !== null && read.length < PAGE);
  return { rows: read, next };
}

async function readPage(node: RpcNode, { wallet, before, until }: HistoryRange, limit: number): Promise<HistoryPage> {
  const options = {
    commitment: 'confirmed',
    limit,
    ...(before !== null && { before }),
    ...(until !== null && { until }),
  };
  const read = await node.call('getSignaturesForAddress', [wallet, options], rows);
  if (before !== null && read.length === 0 && (await readStatus(node, before)).status === null)
    throw new UnknownCursor(
      node.label,
      'getSignaturesForAddress',
      `it does not know ${before}, so its empty page shows no end`,
    );
  return { rows: read, next: read.length < limit ? null : (read.at(-1)?.signature ?? null) };
}
