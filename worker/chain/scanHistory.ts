import type { Address } from '../../src/address/address.ts';
import { type HistoryRow, readHistoryPage } from './readHistory.ts';
import { RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';

/** Pages of 1,000 read in one search. A longer history is read on in the next one: it costs time, never the round. */
const PAGES_A_SEARCH = 10;
/** Rows kept of one node. With more, the reading waits until those are looked up. */
const MAX_KEPT_ROWS = 5_000;
/** What is remembered of one node, by what was asked for. */
const VIEWS_A_NODE = 4;

/**
 * What one node has told: rows of final transactions behind the cursor stay known, newer ones are read again each
 * time.
 */
interface NodeView {
  /** The newest final row with nothing behind it that is unread or not final. */
  cursor: string | null;
  readonly rows: Map<string, HistoryRow>;
  /** A read longer than one search may be; it goes on in the next. */
  unfinished: Scan | null;
}

/** A read from the newest row backwards. */
interface Scan {
  before: string | null;
  /** The newest of the final rows that no other row interrupts, read so far. */
  newestFinal: string | null;
  /** What is wanted of these, and of the rows before them. */
  settled: HistoryRow[];
  fresh: HistoryRow[];
}

export interface HistoryQuery {
  /** Names the question: what is remembered under a name is of one `since` and one `isWanted`. */
  readonly key: string;
  /** Unix seconds; older rows are dropped. */
  readonly since: number;
  readonly isWanted: (row: HistoryRow) => boolean;
  /** What need not be kept any more. */
  readonly isStranger: (signature: string) => boolean;
}

export interface NodeHistory {
  readonly rows: readonly HistoryRow[];
  /** False while more is still to be read. */
  readonly isWhole: boolean;
  /** Why a later page could not be read; null when none failed. */
  readonly fault: RpcError | null;
}

type Ending = Pick<NodeHistory, 'isWhole' | 'fault'>;

/**
 * Reads a wallet's history at one node, as far back as asked, and only once. Throws an RpcError when the node tells
 * nothing at all.
 */
export function createScanHistory(wallet: Address) {
  let views = new WeakMap<RpcNode, Map<string, NodeView>>();

  function viewOf(node: RpcNode, { key, since }: HistoryQuery): NodeView {
    const all = views.get(node) ?? new Map<string, NodeView>();
    views.set(node, all);
    const name = `${key} since ${since}`;
    const view = all.get(name) ?? { cursor: null, rows: new Map(), unfinished: null };
    all.delete(name);
    all.set(name, view);
    const [oldest] = all.keys();
    if (all.size > VIEWS_A_NODE && oldest !== undefined) all.delete(oldest);
    return view;
  }

  async function scanHistory(node: RpcNode, query: HistoryQuery): Promise<NodeHistory> {
    const view = viewOf(node, query);
    for (const signature of view.rows.keys()) if (query.isStranger(signature)) view.rows.delete(signature);
    const resumed = view.unfinished;
    const scan: Scan = resumed ?? { before: null, newestFinal: null, settled: [], fresh: [] };
    const isKept = (row: HistoryRow) => !query.isStranger(row.signature);
    Object.assign(scan, { settled: scan.settled.filter(isKept), fresh: scan.fresh.filter(isKept) });
    const ending = await readPages(node, query, { view, scan });
    if (!ending.isWhole) return { rows: [...scan.fresh, ...scan.settled, ...view.rows.values()], ...ending };
    view.unfinished = null;
    view.cursor = scan.newestFinal ?? view.cursor;
    for (const row of scan.settled) view.rows.set(row.signature, row);
    // A resumed scan began in an earlier search: what came since is read now.
    if (resumed !== null) return scanHistory(node, query);
    return { rows: [...scan.fresh, ...view.rows.values()], ...ending };
  }

  /** Whole when the scan met the cursor, the time asked for or the beginning. */
  async function readPages(
    node: RpcNode,
    query: HistoryQuery,
    { view, scan }: { readonly view: NodeView; readonly scan: Scan },
  ): Promise<Ending> {
    for (let page = 0; page < PAGES_A_SEARCH; page++) {
      if (view.rows.size + scan.settled.length + scan.fresh.length >= MAX_KEPT_ROWS) {
        console.warn(
          `${node.label}: ${MAX_KEPT_ROWS} look-alike memos wait to be looked up, older ones are read later`,
        );
        break;
      }
      try {
        const { rows, next } = await readHistoryPage(node, { wallet, before: scan.before, until: view.cursor });
        for (const row of rows) note(row, scan, !isBefore(row, query.since) && query.isWanted(row));
        const oldest = rows.at(-1);
        if (next === null || (oldest !== undefined && isBefore(oldest, query.since))) return WHOLE;
        scan.before = next;
        view.unfinished = scan;
      } catch (error) {
        // What was read before stays read.
        if (error instanceof RpcError && scan.before !== null) return { isWhole: false, fault: error };
        throw error;
      }
    }
    return { isWhole: false, fault: null };
  }

  return {
    scanHistory,
    /** What nodes differ about is read anew: a row that one of them told wrongly must not outlast its lie. */
    forget() {
      views = new WeakMap();
    },
  };
}

function note(row: HistoryRow, scan: Scan, isWanted: boolean): void {
  if (isFinal(row)) {
    scan.newestFinal ??= row.signature;
    if (isWanted) scan.settled.push(row);
    return;
  }
  // It may still vanish or become final, and so it is read again, with everything newer.
  scan.newestFinal = null;
  scan.fresh.push(...scan.settled.splice(0), ...(isWanted ? [row] : []));
}

const WHOLE: Ending = { isWhole: true, fault: null };

export const isFinal = (row: HistoryRow) => row.confirmationStatus === 'finalized';

const isBefore = (row: HistoryRow, unix: number) => row.blockTime !== null && row.blockTime < unix;
