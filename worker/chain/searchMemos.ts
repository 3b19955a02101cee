import type { Address } from '../../src/address/address.ts';
import { type Candidate, createLookUpMemos } from './lookUpMemos.ts';
import { memoTexts } from './memoTexts.ts';
import { mustReach } from './nodeReach.ts';
import type { HistoryRow } from './readHistory.ts';
import type { Rpc } from './rpc.ts';
import { RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';
import { createScanHistory, isFinal, type NodeHistory } from './scanHistory.ts';
import { enoughAlike, type Voice } from './voices.ts';
import { decideMemos, type FoundMemo, type NodeMemos, type SignedMemo, weighMemos } from './weighMemos.ts';

export interface MemoSearch {
  /**
   * In words, for alerts. Searches about the same, since the same time, want the same texts: what was read is
   * remembered by it.
   */
  readonly about: string;
  /** How far back to look, unix seconds. Older memos are no answer. */
  readonly since: number;
  /** The node must have seen a block of this time, unix seconds: a lagging node's "nothing found" is no answer. */
  readonly seenUntil: number;
  /** True when something is decided by what is not found: then no candidate may be left that was not looked up. */
  readonly isDecisive: boolean;
  /** Which texts matter. */
  readonly matches: (text: string) => boolean;
  /**
   * Texts that matter as soon as they are signed, whichever node shows them: that they landed need not be agreed on.
   */
  readonly countsAlone?: (text: string) => boolean;
  /** Texts of which every second look-up is one, when there are many. */
  readonly first?: (text: string) => boolean;
}

export interface MemoFindings {
  readonly memos: readonly FoundMemo[];
  /** Enough nodes were read to the end, and every candidate was looked up. */
  readonly isComplete: boolean;
  /** Signatures of candidates that no node can read: passed over. */
  readonly unreadable: readonly string[];
}

/**
 * What is found is proven to be signed by the wallet. A decisive search resolves only when what is not found is
 * decided too, or when a text that counts alone was found; else it throws an RpcError, or `NodesDisagree`. Any other
 * search says what is known by now.
 */
export type SearchMemos = (search: MemoSearch) => Promise<MemoFindings>;

export interface SearchMemosInput {
  readonly rpc: Rpc;
  readonly wallet: Address;
  readonly now: () => number;
}

interface Listed {
  readonly node: RpcNode;
  readonly history: NodeHistory;
}

/**
 * Searches a wallet's own memos at all nodes. `getSignaturesForAddress` also returns what strangers addressed to the
 * wallet, so each candidate's own bytes are read, once. A node whose ledger begins too late or that lags has no say.
 */
export function createSearchMemos({ rpc, wallet, now }: SearchMemosInput): SearchMemos {
  const { scanHistory, forget } = createScanHistory(wallet);
  const lookUps = createLookUpMemos({ rpc, wallet, now });

  async function list(node: RpcNode, search: MemoSearch): Promise<NodeHistory> {
    await mustReach(node, search);
    const history = await scanHistory(node, {
      key: search.about,
      since: search.since,
      isWanted: (row) => textsOf(row, search).length > 0,
      isStranger: (signature) => lookUps.verdict(signature)?.length === 0,
    });
    if (search.isDecisive && history.fault !== null) throw history.fault;
    return history;
  }

  function viewOf({ node, history }: Listed, search: MemoSearch): NodeMemos {
    let isComplete = history.isWhole;
    const memos = new Map<string, SignedMemo>();
    for (const row of history.rows) {
      const verdict = lookUps.verdict(row.signature);
      isComplete &&= verdict !== undefined;
      for (const text of verdict === 'unreadable' ? [] : textsOf(row, search)) {
        if (!verdict?.includes(text)) continue;
        const { signature, slot, blockTime } = row;
        if (blockTime === null) isComplete = false;
        else memos.set(`${signature} ${text}`, { signature, slot, blockTime, text, final: isFinal(row) });
      }
    }
    return { node, memos: [...memos.values()], isComplete };
  }

  return async (search) => {
    const answers = await rpc.hear({
      about: search.about,
      ask: (node) => list(node, search),
      // What is not found decides only where enough nodes were asked; what is found is proven, whoever shows it.
      async decide(voices, { enough, isOver }) {
        if (isOver) return voices.length >= (search.isDecisive ? enough : 1) ? voices : undefined;
        // Where they differ the others are waited for, and who is down is not where they do not.
        return (await enoughAlike(voices, enough, isSameHistory)) && voices;
      },
    });
    const listed = answers.map(({ node, value }): Listed => ({ node, history: value }));
    const candidates = candidatesOf(listed, search);
    const nodes = listed.map(({ node }) => node);
    await lookUps.learn(candidates, nodes);
    const views = listed.map((each) => viewOf(each, search));
    const complete = views.filter((view) => view.isComplete);
    const isComplete = complete.length >= rpc.enough;
    const unreadable = candidates
      .map((each) => each.signature)
      .filter((each) => lookUps.verdict(each) === 'unreadable');
    const memos = weighMemos(views, rpc.enough);
    if (!search.isDecisive || memos.some(({ text }) => search.countsAlone?.(text)))
      return { memos, isComplete, unreadable };
    const [behind] = nodes.filter((node) => !complete.some((view) => view.node === node));
    if (!isComplete && behind !== undefined)
      throw new RpcError(behind.label, 'getTransaction', 'look-alike memos are still being looked up');
    const decided = await decideMemos({ rpc, about: search.about, views, memos }).catch((error: unknown) => {
      forget();
      throw error;
    });
    return { memos: decided, isComplete, unreadable };
  };
}

const isSameHistory = ({ value: a }: Voice<NodeHistory>, { value: b }: Voice<NodeHistory>) =>
  a.isWhole && b.isWhole && writtenRows(a) === writtenRows(b);

const writtenRows = ({ rows }: NodeHistory) =>
  rows
    .map(
      ({ signature, slot, blockTime, confirmationStatus }) => `${signature} ${slot} ${blockTime} ${confirmationStatus}`,
    )
    .sort()
    .join();

/** Each row's texts are taken apart once. */
const textsIn = new WeakMap<HistoryRow, readonly string[]>();

function textsOf(row: HistoryRow, { matches }: MemoSearch): string[] {
  if (row.err !== null || row.memo === null) return [];
  const texts = textsIn.get(row) ?? memoTexts(row.memo);
  textsIn.set(row, texts);
  return texts.filter(matches);
}

/**
 * In the order they are looked up: the oldest first, since no later flood can push it back; the preferred ones in
 * turn with the others.
 */
function candidatesOf(listed: readonly Listed[], search: MemoSearch): Candidate[] {
  const found = new Map<string, { row: HistoryRow; listedBy: RpcNode[] }>();
  for (const { node, history } of listed) {
    for (const row of history.rows) {
      const known = found.get(row.signature) ?? { row, listedBy: [] };
      found.set(row.signature, { row: isFinal(row) ? row : known.row, listedBy: [...known.listedBy, node] });
    }
  }
  const oldestFirst = [...found.values()].sort((a, b) => a.row.slot - b.row.slot);
  const isFirst = ({ row }: { row: HistoryRow }) => textsOf(row, search).some((text) => search.first?.(text));
  const preferred = oldestFirst.filter(isFirst);
  const others = oldestFirst.filter((each) => !isFirst(each));
  return Array.from({ length: Math.max(preferred.length, others.length) }, (_, i) => [preferred[i], others[i]])
    .flat()
    .filter((each) => each !== undefined)
    .map(({ row, listedBy }) => ({ signature: row.signature, isFinal: isFinal(row), listedBy }));
}
