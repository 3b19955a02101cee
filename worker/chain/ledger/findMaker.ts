import type { PlainMessage } from '../../../src/marks/instruction.ts';
import { judgeMaker } from '../../../src/marks/judgeMaker.ts';
import { type MarkAsked, markOf } from '../../../src/marks/readForm.ts';
import type { Rpc } from '../node/rpc.ts';
import { RpcError } from '../node/rpcError.ts';
import type { RpcNode } from '../node/rpcNode.ts';
import { agreeOnMaker, type Judged, type MakerAsked, type NoMaker, type SeenMaker } from './agreeOnMaker.ts';
import { readHistoryPage } from './readHistory.ts';

/** A mark's own history has one row; a stranger may add to it. With more than this its maker has to be named. */
const MOST_ROWS = 5_000;
/**
 * Transactions looked up of what one node lists, the oldest and the newest: what made the mark stands before a flood of
 * it, or behind. Of each node by itself, so that none can hide it behind rows of its own.
 */
const MOST_LOOKED_UP = 40;

/**
 * What made a mark that is made: one of the transactions named (by the journal, by an operator), or one that the mark's
 * own history lists at any node. Who floods that history hides the maker from this search and from nothing else: named
 * by its signature it is known. Throws an RpcError while too few nodes say.
 */
export function findMaker(rpc: Rpc, asked: MarkAsked, named: readonly string[] = []): Promise<SeenMaker | NoMaker> {
  return findMakerBy(rpc, byItsForm(asked), named);
}

/**
 * As `findMaker`, of transactions that a person names: he is told that they are wrong, also while the rows of others
 * cannot be read. Only what refuses on it may ask so: to wait would say more.
 */
export function findMakerNamed(rpc: Rpc, asked: MarkAsked, named: readonly string[]): Promise<SeenMaker | NoMaker> {
  return findMakerBy(rpc, { ...byItsForm(asked), isTold: true }, named);
}

const byItsForm = (asked: MarkAsked) => ({ asked, judge: (message: PlainMessage) => judgeMaker(message, asked) });

interface Search<M extends Judged> extends MakerAsked<M> {
  /** What is wrong with the named ones is said before the rows of others are asked for again. */
  readonly isTold?: boolean;
}

/** As `findMaker`, of a mark whose transaction has a form of its own. */
export async function findMakerBy<M extends Judged>(
  rpc: Rpc,
  by: Search<M>,
  named: readonly string[] = [],
): Promise<SeenMaker<M> | NoMaker> {
  let last: NoMaker | null = null;
  // What a node alone lists, and does not show, must not keep the others' rows from being looked at.
  let problem: RpcError | null = null;

  async function lookAt(signatures: readonly string[], isNamed: boolean): Promise<SeenMaker<M> | null> {
    for (const signature of signatures) {
      try {
        const found = await agreeOnMaker(rpc, by, signature);
        if (found.kind === 'maker') return found;
        if (isNamed) last = { ...found, why: `${signature} ${found.why}` };
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        problem ??= error;
      }
    }
    return null;
  }

  const told = await lookAt(named, true);
  if (told !== null) return told;
  const { candidates, listed } = await listAll(rpc, by.asked);
  const found = await lookAt(
    candidates.filter((signature) => !named.includes(signature)),
    false,
  );
  if (found !== null) return found;
  if (problem !== null && (last === null || by.isTold !== true)) throw problem;
  if (last !== null) return last;
  const mark = markOf(by.asked);
  const why =
    listed > candidates.length
      ? `${listed} transactions name the account ${mark}: too many to look for the one that made it. Name it by its signature`
      : `no node lists the transaction that made the account ${mark}. Name it by its signature`;
  return { kind: 'no maker', why };
}

/** Of the transactions without an error that name the mark, by any node, those that are looked up, oldest first. */
async function listAll(rpc: Rpc, asked: MarkAsked): Promise<{ candidates: string[]; listed: number }> {
  const lists = await rpc.hear({
    about: 'the history of a mark',
    ask: (node) => listOf(node, asked),
    decide: (voices, { isOver }) => (isOver && voices.length > 0 ? voices.map(({ value }) => value) : undefined),
  });
  const signatures = (rows: readonly Row[]) => [...new Set(bySlot(rows).map(({ signature }) => signature))];
  return { candidates: signatures(lists.flatMap(outermost)), listed: signatures(lists.flat()).length };
}

interface Row {
  readonly signature: string;
  readonly slot: number;
}

const bySlot = (rows: readonly Row[]) => rows.toSorted((a, b) => a.slot - b.slot);

function outermost(rows: readonly Row[]): readonly Row[] {
  const half = MOST_LOOKED_UP / 2;
  const ordered = bySlot(rows);
  return rows.length <= MOST_LOOKED_UP ? ordered : [...ordered.slice(0, half), ...ordered.slice(-half)];
}

async function listOf(node: RpcNode, asked: MarkAsked): Promise<Row[]> {
  const found: Row[] = [];
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
