import { readBlockTime } from './readChain.ts';
import type { Rpc } from './rpc.ts';
import { NodesDisagree, RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';
import { readStatus } from './sendTransaction.ts';

/** A memo in a transaction that the wallet signed and that succeeded. Times are unix seconds. */
export interface SignedMemo {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number;
  readonly text: string;
  readonly final: boolean;
}

/** The same with what the nodes say about it; `final` when enough nodes show it so. */
export interface FoundMemo extends SignedMemo {
  /** Labels of the nodes that show it at this very time. */
  readonly shownBy: readonly string[];
  /** They are enough. */
  readonly isAgreed: boolean;
}

/** What one node shows of the memos searched for. */
export interface NodeMemos {
  readonly node: RpcNode;
  readonly memos: readonly SignedMemo[];
  /** Read to the end, and every candidate looked up. */
  readonly isComplete: boolean;
}

/** That a wallet signed a memo is proven; when it landed is what most of the nodes that show it say. */
export function weighMemos(views: readonly NodeMemos[], enough: number): FoundMemo[] {
  const shown = views.flatMap(({ node, memos }) => memos.map((memo) => ({ ...memo, node })));
  const names = [...new Set(shown.map(nameOf))];
  return names.flatMap((name) => {
    const versions = shown.filter((memo) => nameOf(memo) === name);
    const votes = (time: number) => versions.filter(({ blockTime }) => blockTime === time);
    const times = versions.map(({ blockTime }) => blockTime).sort((a, b) => votes(b).length - votes(a).length);
    const same = votes(times[0] ?? 0);
    const [first] = same;
    if (first === undefined) return [];
    const { signature, slot, blockTime, text } = first;
    return {
      signature,
      slot,
      blockTime,
      text,
      final: same.filter((memo) => memo.final).length >= enough,
      shownBy: same.map(({ node }) => node.label),
      isAgreed: same.length >= enough,
    };
  });
}

const nameOf = ({ signature, text }: SignedMemo) => `${signature} ${text}`;

export interface Decision {
  readonly rpc: Rpc;
  /** In words, for alerts. */
  readonly about: string;
  readonly views: readonly NodeMemos[];
  readonly memos: readonly FoundMemo[];
}

/**
 * Decides about every memo that not all nodes show, for a question in which something follows from what is not found.
 * A node that does not list it is asked for the signature itself: an index may lag. What enough nodes deny is left out.
 * Throws `NodesDisagree` when neither side is enough.
 */
export async function decideMemos(decision: Decision): Promise<FoundMemo[]> {
  const decided: FoundMemo[] = [];
  for (const memo of decision.memos) {
    const found = memo.shownBy.length === decision.views.length ? memo : await decideMemo(decision, memo);
    if (found !== null) decided.push(found);
  }
  return decided;
}

async function decideMemo({ rpc, about, views }: Decision, memo: FoundMemo): Promise<FoundMemo | null> {
  const words = await Promise.all(
    views.map(async ({ node }) => ({
      node,
      word: memo.shownBy.includes(node.label) ? ('shows' as const) : await wordOf(node, memo),
    })),
  );
  const saying = (wanted: Word) => words.filter(({ word }) => word === wanted).map(({ node }) => node);
  const [showing, denying] = [saying('shows'), saying('denies')];
  if (showing.length >= rpc.enough) {
    for (const node of denying) rpc.differs(node, about, `it denies ${memo.signature}, which the other nodes show`);
    return { ...memo, shownBy: showing.map(({ label }) => label), isAgreed: true };
  }
  if (denying.length >= rpc.enough) {
    for (const node of showing) rpc.differs(node, about, `it shows ${memo.signature}, which the other nodes deny`);
    return null;
  }
  const nodes = views.map(({ node }) => node.label).sort();
  const detail = `${memo.signature} is shown by ${memo.shownBy.join(' and ')} alone`;
  rpc.report({ kind: 'disagree', nodes, about, detail });
  throw new NodesDisagree(nodes, about, detail);
}

type Word = 'shows' | 'denies' | 'nothing';

/** What a node that does not list a memo says when it is asked for its signature. */
async function wordOf(node: RpcNode, memo: FoundMemo): Promise<Word> {
  try {
    const { status } = await readStatus(node, memo.signature);
    if (status === null || status.error !== null) return 'denies';
    return (await readBlockTime(node, status.slot)) === memo.blockTime ? 'shows' : 'denies';
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return 'nothing';
  }
}
