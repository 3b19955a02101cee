import type { PlainMessage } from '../../../src/marks/instruction.ts';
import { judgeMaker } from '../../../src/marks/judgeMaker.ts';
import { type MarkAsked, markOf } from '../../../src/marks/readForm.ts';
import type { Rpc } from '../node/rpc.ts';
import { RpcError } from '../node/rpcError.ts';
import type { RpcNode } from '../node/rpcNode.ts';
import { agreeOnMaker, type Judged, type MakerAsked, type NoMaker, type SeenMaker } from './agreeOnMaker.ts';
import { readHistoryPage } from './readHistory.ts';

/** About how many rows of a mark's history are read from one node. Unless a stranger floods it, there is one row. */
const MOST_ROWS = 5_000;
/**
 * How many transactions in one node's list are looked up, half of them at each end. If all of a stranger's flood is
 * newer than the maker, or all of it is older, the maker is at an end. Each node has its own count, so that no node can
 * hide the maker behind rows that it adds.
 */
const MOST_LOOKED_UP = 40;

/**
 * What made a mark that exists: a transaction that the journal or an operator has named, or one that any node lists in
 * the mark's own history. A flood of that history can hide the maker only while nobody names the maker. Throws an
 * RpcError while too few nodes answer.
 */
export function findMaker(rpc: Rpc, asked: MarkAsked, named: readonly string[] = []): Promise<SeenMaker | NoMaker> {
  return findMakerBy(rpc, byItsForm(asked), named);
}

/**
 * As `findMaker`, for transactions that a person named: the person is told what is wrong with them, even while other
 * transactions cannot be read. Only for callers that do nothing when no maker is found: a later search may find it.
 */
export function findMakerNamed(rpc: Rpc, asked: MarkAsked, named: readonly string[]): Promise<SeenMaker | NoMaker> {
  return findMakerBy(rpc, { ...byItsForm(asked), isTold: true }, named);
}

const byItsForm = (asked: MarkAsked) => ({ asked, judge: (message: PlainMessage) => judgeMaker(message, asked) });

interface Search<M extends Judged> extends MakerAsked<M> {
  /** True: what is wrong with a named transaction is returned even if another one could not be read. */
  readonly isTold?: boolean;
}

/** As `findMaker`, for a mark whose transaction has another form: `judge` knows that form. */
export async function findMakerBy<M extends Judged>(
  rpc: Rpc,
  by: Search<M>,
  named: readonly string[] = [],
): Promise<SeenMaker<M> | NoMaker> {
  let last: NoMaker | null = null;
  // Thrown only at the end: a transaction that one node lists and does not show must not stop the search.
  let problem: RpcError | null = null;

  const looks = new Map<string, ReturnType<typeof agreeOnMaker<M>>>();
  /** Looks at a transaction once, however many nodes list it. */
  function lookOnce(signature: string) {
    const look = looks.get(signature) ?? agreeOnMaker(rpc, by, signature);
    looks.set(signature, look);
    return look;
  }

  /** Once one list has led to the maker, the search through all lists ends. */
  let maker: SeenMaker<M> | null = null;

  async function lookAt(signatures: readonly string[], isNamed: boolean): Promise<SeenMaker<M> | null> {
    for (const signature of signatures) {
      if (maker !== null) break;
      try {
        const found = await lookOnce(signature);
        if (found.kind === 'maker') maker ??= found;
        else if (isNamed) last = { ...found, why: `${signature} ${found.why}` };
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        problem ??= error;
      }
    }
    return maker;
  }

  const told = await lookAt(named, true);
  if (told !== null) return told;
  const isNew = (signature: string) => !named.includes(signature);
  // Each node's rows are looked up as soon as they are there, so a slow node delays only its own.
  const { found, candidates, listed } = await rpc.hear({
    about: 'the history of a mark',
    async ask(node) {
      const rows = await listOf(node, by.asked);
      const candidates = signaturesOf(outermost(rows));
      return { rows, candidates, found: await lookAt(candidates.filter(isNew), false) };
    },
    decide(voices, { isOver }) {
      const values = voices.map(({ value }) => value);
      const found = values.find((value) => value.found !== null)?.found ?? null;
      if (found === null && (!isOver || values.length === 0)) return undefined;
      return {
        found,
        candidates: new Set(values.flatMap((value) => value.candidates)).size,
        listed: new Set(values.flatMap(({ rows }) => signaturesOf(rows))).size,
      };
    },
  });
  if (found !== null) return found;
  if (problem !== null && (last === null || by.isTold !== true)) throw problem;
  if (last !== null) return last;
  const mark = markOf(by.asked);
  const why =
    listed > candidates
      ? `${listed} transactions name the account ${mark}: too many to look for the one that made it. Name that transaction by its signature`
      : `no node lists the transaction that made the account ${mark}. Name that transaction by its signature`;
  return { kind: 'no maker', why };
}

interface Row {
  readonly signature: string;
  readonly slot: number;
}

/** Each signature once, oldest first. */
const signaturesOf = (rows: readonly Row[]) => [...new Set(bySlot(rows).map(({ signature }) => signature))];
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
