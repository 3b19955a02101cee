import type { Address } from '../../src/token/address.ts';
import { readNewestBlockTime } from './readChain.ts';
import { type HistoryRow, isSignedBy, readHistory } from './readHistory.ts';
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

const PARALLEL = 8;

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
  const rows = await readHistory(node, search.wallet, (row) => (row.blockTime ?? search.since) < search.since);
  return rows
    .filter((row) => row.err === null && row.memo !== null)
    .flatMap((row) =>
      memoTexts(row.memo ?? '')
        .filter(search.matches)
        .map((text) => signedMemo(node, row, text)),
    );
}

function signedMemo(node: RpcNode, row: HistoryRow, text: string): SignedMemo {
  const { signature, slot, blockTime } = row;
  if (blockTime === null) throw new RpcError(node.label, 'getSignaturesForAddress', `no block time for ${signature}`);
  return { signature, slot, blockTime, text, final: row.confirmationStatus === 'finalized' };
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
