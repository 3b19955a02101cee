import type { Address } from '../../src/token/address.ts';
import { memoTexts } from './memoTexts.ts';
import { readNewestBlockTime } from './readChain.ts';
import { createLedgerReach, type HistoryRow, isSignedBy, readHistoryPage } from './readHistory.ts';
import type { Rpc } from './rpc.ts';
import { RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';

/** A memo in a transaction that the wallet signed and that succeeded. Times are unix seconds. */
export interface SignedMemo {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number;
  readonly text: string;
  readonly final: boolean;
}

export interface MemoSearch {
  /** How far back to look, unix seconds. Older memos are no answer. */
  readonly since: number;
  /** The node must have seen a block of this time, unix seconds: a lagging node's "nothing found" is no answer. */
  readonly seenUntil: number;
  /** True when something is decided by what is not found: then no candidate may be left that was not looked up. */
  readonly isDecisive: boolean;
  /** Which texts matter. */
  readonly matches: (text: string) => boolean;
}

export type SearchMemos = (search: MemoSearch) => Promise<SignedMemo[]>;

/** Only texts of this shape are kept: the whole grammar is the caller's to check. */
const OURS = /^GOD1 (commit|payout|tax) /;
/** Pages of 1,000 read in one search. A longer history is read on in the next one: it costs time, never the round. */
const PAGES_A_SEARCH = 10;
/** Signers looked up in one search, eight at a time. Who floods the wallet with look-alikes delays the knowledge, not the round. */
const LOOK_UPS_A_SEARCH = 160;
const PARALLEL = 8;

/** What one node has told: memos of final transactions behind the cursor stay known, newer ones are read again each time. */
interface NodeView {
  /** The newest final row that was read without a gap behind it. */
  cursor: string | null;
  /** From when on everything up to the cursor is known, unix seconds. */
  since: number;
  readonly memos: Map<string, HistoryRow>;
  /** A read longer than one search may be; it goes on in the next. */
  unfinished: Scan | null;
}

/** A read from the newest row backwards. */
interface Scan {
  readonly before: string | null;
  readonly newestFinal: string | null;
  readonly found: readonly HistoryRow[];
}

export interface SearchMemosInput {
  readonly rpc: Rpc;
  readonly wallet: Address;
  readonly now: () => number;
}

/**
 * Searches a wallet's own memos. `getSignaturesForAddress` also returns what strangers addressed to the wallet, so the signers of
 * each candidate are looked up, once. A node whose ledger begins too late or that lags has no say.
 */
export function createSearchMemos({ rpc, wallet, now }: SearchMemosInput): SearchMemos {
  const views = new WeakMap<RpcNode, NodeView>();
  const signedByUs = new Map<string, boolean>();
  const mustReach = createLedgerReach(now);

  async function search(node: RpcNode, wanted: MemoSearch): Promise<SignedMemo[]> {
    await mustReach(node, wanted.since);
    if ((await readNewestBlockTime(node)) < wanted.seenUntil)
      throw new RpcError(node.label, 'getBlockTime', 'this node lags behind');
    const view = viewOf(node, wanted.since);
    const rows = await readUpToDate(node, view, wanted.since);
    const candidates = rows.flatMap((row) => wantedMemos(node, row, wanted));
    const isComplete = await lookUp(node, [...new Set(candidates.map((memo) => memo.signature))]);
    for (const signature of view.memos.keys()) if (signedByUs.get(signature) === false) view.memos.delete(signature);
    const own = candidates.filter((memo) => signedByUs.get(memo.signature));
    if (wanted.isDecisive && !isComplete) {
      throw new RpcError(node.label, 'getTransaction', 'look-alike memos are still being looked up');
    }
    return own;
  }

  function viewOf(node: RpcNode, since: number): NodeView {
    const known = views.get(node);
    if (known !== undefined && known.since <= since) return known;
    // Nothing is known yet, or someone asks for earlier times than were read.
    const view: NodeView = { cursor: null, since, memos: new Map(), unfinished: null };
    views.set(node, view);
    return view;
  }

  async function readUpToDate(node: RpcNode, view: NodeView, since: number): Promise<HistoryRow[]> {
    const resumed = view.unfinished;
    let scan: Scan = resumed ?? { before: null, newestFinal: null, found: [] };
    for (let page = 0; page < PAGES_A_SEARCH; page++) {
      const { rows, next } = await readHistoryPage(node, { wallet, before: scan.before, until: view.cursor });
      scan = {
        before: next,
        newestFinal: scan.newestFinal ?? rows.find(isFinal)?.signature ?? null,
        found: [...scan.found, ...rows.filter(isCandidate)],
      };
      const oldest = rows.at(-1)?.blockTime ?? null;
      const isPast = oldest !== null && oldest < since;
      if (next !== null && !isPast) continue;
      // Stopped by age, with the cursor not reached: what lies between is not known.
      if (next !== null) view.since = since;
      view.unfinished = null;
      view.cursor = scan.newestFinal ?? view.cursor;
      for (const row of scan.found) if (isFinal(row)) view.memos.set(row.signature, row);
      // A resumed scan began in an earlier search: what came since is read now.
      if (resumed !== null) return readUpToDate(node, view, since);
      return [...scan.found.filter((row) => !isFinal(row)), ...view.memos.values()];
    }
    view.unfinished = scan;
    throw new RpcError(node.label, 'getSignaturesForAddress', 'the history is long and is still being read');
  }

  /** True when every signature is known afterwards. */
  async function lookUp(node: RpcNode, signatures: readonly string[]): Promise<boolean> {
    const unknown = signatures.filter((signature) => !signedByUs.has(signature));
    const now = unknown.slice(0, LOOK_UPS_A_SEARCH);
    if (unknown.length > now.length)
      console.warn(`${unknown.length} look-alike memos: ${now.length} looked up, the others later`);
    for (let from = 0; from < now.length; from += PARALLEL) {
      const batch = now.slice(from, from + PARALLEL);
      const answers = await Promise.all(batch.map((signature) => isSignedBy(node, signature, wallet)));
      batch.forEach((signature, i) => {
        signedByUs.set(signature, answers[i] === true);
      });
    }
    return unknown.length === now.length;
  }

  return (wanted) => rpc.read((node) => search(node, wanted));
}

const isFinal = (row: HistoryRow) => row.confirmationStatus === 'finalized';

function isCandidate(row: HistoryRow): boolean {
  return row.err === null && row.memo !== null && memoTexts(row.memo).some((text) => OURS.test(text));
}

function wantedMemos(node: RpcNode, row: HistoryRow, { since, matches }: MemoSearch): SignedMemo[] {
  const { signature, slot, blockTime } = row;
  const texts = memoTexts(row.memo ?? '').filter(matches);
  if (texts.length === 0) return [];
  if (blockTime === null) throw new RpcError(node.label, 'getSignaturesForAddress', `no block time for ${signature}`);
  if (blockTime < since) return [];
  return texts.map((text) => ({ signature, slot, blockTime, text, final: isFinal(row) }));
}
