import * as z from 'zod';
import type { Address } from '../../src/token/address.ts';
import { readNewestBlockTime } from './readChain.ts';
import { RpcError, type RpcNode } from './rpc.ts';

/** A memo in a transaction that `wallet` signed and that succeeded. Times are unix seconds. */
export interface SignedMemo {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number;
  readonly text: string;
  readonly final: boolean;
}

export interface MemoSearch {
  readonly wallet: Address;
  /** How far back to look, unix seconds. */
  readonly since: number;
  /** The node must have seen a block of this time, unix seconds: a lagging node's "nothing found" is no answer. */
  readonly seenUntil: number;
  /** Which texts matter; anything else costs no look-up. */
  readonly matches: (text: string) => boolean;
}

const PAGE = 1_000;
/** A history longer than this is not searched to its end; better no answer than a wrong "nothing found". */
const MAX_PAGES = 20;
const PARALLEL = 8;

const signatures = z.array(
  z.object({
    signature: z.string(),
    slot: z.int(),
    blockTime: z.int().nullable(),
    memo: z.string().nullable(),
    err: z.unknown(),
    confirmationStatus: z.string().nullable(),
  }),
);

const signers = z
  .object({
    transaction: z.object({
      message: z.object({ accountKeys: z.array(z.string()), header: z.object({ numRequiredSignatures: z.int() }) }),
    }),
  })
  .nullable();

/**
 * Searches a wallet's own memos, newest first. `getSignaturesForAddress` also returns what strangers addressed to the wallet, so
 * the signers of each matching transaction are looked up once; `signedByUs` remembers them between searches.
 */
export async function searchMemos(
  node: RpcNode,
  search: MemoSearch,
  signedByUs: Map<string, boolean>,
): Promise<SignedMemo[]> {
  if ((await readNewestBlockTime(node)) < search.seenUntil)
    throw new RpcError(node.label, 'getBlockTime', 'this node lags behind');
  const candidates = await history(node, search);
  const unknown = candidates.filter((memo) => !signedByUs.has(memo.signature));
  for (let from = 0; from < unknown.length; from += PARALLEL) {
    const batch = unknown.slice(from, from + PARALLEL);
    const answers = await Promise.all(batch.map((memo) => isSignedBy(node, memo.signature, search.wallet)));
    batch.forEach((memo, i) => {
      signedByUs.set(memo.signature, answers[i] === true);
    });
  }
  return candidates.filter((memo) => signedByUs.get(memo.signature));
}

async function history(node: RpcNode, search: MemoSearch): Promise<SignedMemo[]> {
  const found: SignedMemo[] = [];
  let before: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const options = { commitment: 'confirmed', limit: PAGE, ...(before === undefined ? {} : { before }) };
    const rows = await node.call('getSignaturesForAddress', [search.wallet, options], signatures);
    for (const row of rows) {
      if (row.err !== null || row.memo === null) continue;
      for (const text of memoTexts(row.memo).filter(search.matches)) {
        if (row.blockTime === null)
          throw new RpcError(node.label, 'getSignaturesForAddress', `no block time for ${row.signature}`);
        found.push({
          signature: row.signature,
          slot: row.slot,
          blockTime: row.blockTime,
          text,
          final: row.confirmationStatus === 'finalized',
        });
      }
    }
    const oldest = rows.at(-1);
    if (oldest === undefined || rows.length < PAGE || (oldest.blockTime ?? search.since) < search.since) return found;
    before = oldest.signature;
  }
  throw new RpcError(
    node.label,
    'getSignaturesForAddress',
    `more than ${MAX_PAGES * PAGE} transactions since ${search.since}`,
  );
}

/** The RPC joins a transaction's memos with "; " and puts the length in bytes before each: `[24] GOD1 commit …`. */
export function memoTexts(field: string): string[] {
  const texts: string[] = [];
  let rest = field;
  for (;;) {
    const head = /^\[(\d+)\] /.exec(rest);
    if (head === null) return texts;
    const bytes = Buffer.from(rest.slice(head[0].length), 'utf8');
    const length = Number(head[1]);
    texts.push(bytes.subarray(0, length).toString('utf8'));
    rest = bytes.subarray(length).toString('utf8').replace(/^; /, '');
  }
}

async function isSignedBy(node: RpcNode, signature: string, wallet: Address): Promise<boolean> {
  const options = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 };
  const transaction = await node.call('getTransaction', [signature, options], signers);
  // Listed a moment ago and not there now: this node's view is torn. That is no answer, and never "not ours".
  if (transaction === null)
    throw new RpcError(node.label, 'getTransaction', `${signature} is listed but cannot be read`);
  const { accountKeys, header } = transaction.transaction.message;
  return accountKeys.slice(0, header.numRequiredSignatures).includes(wallet);
}
