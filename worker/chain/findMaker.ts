import { judgeMaker } from '../../src/marks/judgeMaker.ts';
import { type MarkAsked, markOf } from '../../src/marks/readForm.ts';
import { agreeOnMaker, type Judged, type MakerAsked, type NoMaker, type SeenMaker } from './agreeOnMaker.ts';
import { readHistoryPage } from './readHistory.ts';
import type { Rpc } from './rpc.ts';
import type { RpcNode } from './rpcNode.ts';

/** A mark's own history has one row; a stranger may add to it. With more than this its maker has to be named. */
const MOST_ROWS = 5_000;
/** Transactions looked up, the oldest and the newest: what made the mark stands before a flood of it, or behind. */
const MOST_LOOKED_UP = 40;

/**
 * What made a mark that is made: one of the transactions named (by the journal, by an operator), or one that the mark's
 * own history lists at any node. Who floods that history hides the maker from this search and from nothing else: named
 * by its signature it is known. Throws an RpcError while too few nodes say.
 */
export function findMaker(rpc: Rpc, asked: MarkAsked, named: readonly string[] = []): Promise<SeenMaker | NoMaker> {
  return findMakerBy(rpc, { asked, judge: (message) => judgeMaker(message, asked) }, named);
}

/** As `findMaker`, of a mark whose transaction has a form of its own. */
export async function findMakerBy<M extends Judged>(
  rpc: Rpc,
  by: MakerAsked<M>,
  named: readonly string[] = [],
): Promise<SeenMaker<M> | NoMaker> {
  const { asked } = by;
  let last: NoMaker | null = null;
  for (const signature of named) {
    const found = await agreeOnMaker(rpc, by, signature);
    if (found.kind === 'maker') return found;
    last = { ...found, why: `${signature} ${found.why}` };
  }
  const listed = await listAll(rpc, asked);
  const candidates = listed.filter((signature) => !named.includes(signature));
  const half = MOST_LOOKED_UP / 2;
  const looked =
    candidates.length <= MOST_LOOKED_UP ? candidates : [...candidates.slice(0, half), ...candidates.slice(-half)];
  for (const signature of looked) {
    const found = await agreeOnMaker(rpc, by, signature);
    if (found.kind === 'maker') return found;
  }
  if (last !== null) return last;
  const mark = markOf(asked);
  const why =
    candidates.length > looked.length
      ? `${candidates.length} transactions name the account ${mark}: too many to look for the one that made it. Name it by its signature`
      : `no node lists the transaction that made the account ${mark}. Name it by its signature`;
  return { kind: 'no maker', why };
}

/** The transactions without an error that name the mark, oldest first, as the nodes list them together. */
async function listAll(rpc: Rpc, asked: MarkAsked): Promise<string[]> {
  const listed = await rpc.hear({
    about: 'the history of a mark',
    ask: (node) => listOf(node, asked),
    decide: (voices, { isOver }) => (isOver && voices.length > 0 ? voices.flatMap(({ value }) => value) : undefined),
  });
  const bySlot = listed.toSorted((a, b) => a.slot - b.slot).map(({ signature }) => signature);
  return [...new Set(bySlot)];
}

async function listOf(node: RpcNode, asked: MarkAsked) {
  const found: { readonly signature: string; readonly slot: number }[] = [];
  let before: string | null = null;
  for (let read = 0; read < MOST_ROWS; ) {
    const { rows, next } = await readHistoryPage(node, { wallet: markOf(asked), before, until: null });
    found.push(...rows.filter(({ err }) => err === null));
    if (next === null) break;
    read += rows.length;
    before = next;
  }
  return found;
}
