import { type AskChain, describeFailure } from './askChain.ts';
import { ledgerBegin, newestBlockTime } from './ledger.ts';

/**
 * A finalized transaction that names a wallet, by anyone. `memo` is empty when there is none; times are unix seconds.
 */
export interface HistoryRow {
  readonly signature: string;
  readonly slot: number;
  readonly failed: boolean;
  readonly memo: string;
  readonly blockTime: number | null;
}

export interface HistoryRead {
  /** Newest first. */
  readonly rows: readonly HistoryRow[];
  /** Why something between the times that were asked for may be missing; null when nothing is. */
  readonly gap: string | null;
}

export interface WalletHistory {
  /**
   * Everything from one time on, at least up to another one, in unix seconds. What was read once is not asked for
   * again.
   */
  read(since: number, until: number): Promise<HistoryRead>;
}

/** The most that RPC servers give at once. */
const PAGE = 1_000;
/** A wallet that strangers flood is not read for ever: public servers count. */
const PAGES = 50;

/** Reads a wallet's history back page by page, newest first, as far as somebody wants to know. */
export function createWalletHistory(ask: AskChain, wallet: string): WalletHistory {
  const rows = new Map<string, HistoryRow>();
  /** The node has every row up to here. */
  let seenUntil: number | null = null;
  let before: string | null = null;
  let readBackTo = Number.POSITIVE_INFINITY;
  let pages = 0;
  /** Why reading on is of no use. */
  let stopped: string | null = null;

  async function readPage(): Promise<void> {
    if (pages++ === PAGES) {
      stopped = `the history is longer than ${PAGES} pages of ${PAGE}`;
      return;
    }
    const options = { limit: PAGE, commitment: 'finalized', ...(before !== null && { before }) };
    const page = parseRows(await ask('getSignaturesForAddress', [wallet, options]));
    if (page.length === 0) return reachEnd();
    const known = rows.size;
    for (const row of page) {
      rows.set(row.signature, row);
      before = row.signature;
      if (row.blockTime === null) continue;
      readBackTo = Math.min(readBackTo, row.blockTime);
      seenUntil = Math.max(seenUntil ?? row.blockTime, row.blockTime);
    }
    if (rows.size === known) stopped = 'the RPC server repeats a page of the history';
  }

  /**
   * An empty page is the end only when the server still knows where it was asked to go on, and then only of its own
   * ledger.
   */
  async function reachEnd(): Promise<void> {
    if (before !== null && !(await isKnown(ask, before))) {
      stopped = `the RPC server no longer knows ${before}, where its history breaks off`;
      return;
    }
    const begin = await ledgerBegin(ask);
    readBackTo = Math.min(readBackTo, begin);
    stopped = `the RPC server’s ledger begins at ${begin} (unix seconds)`;
  }

  return {
    async read(since, until) {
      try {
        // Asked before the first page, so that the page is at least as new.
        if (pages === 0) seenUntil = await newestBlockTime(ask).catch(() => null);
        while (readBackTo >= since && stopped === null) await readPage();
      } catch (error) {
        stopped = `the history could not be read (${describeFailure(error)})`;
      }
      const lag = seenUntil === null || seenUntil < until ? 'the RPC server has not seen the end of the round' : null;
      const hole = readBackTo < since ? null : stopped;
      return { rows: [...rows.values()], gap: hole ?? lag };
    },
  };
}

async function isKnown(ask: AskChain, signature: string): Promise<boolean> {
  const options = { searchTransactionHistory: true };
  const answer = (await ask('getSignatureStatuses', [[signature], options])) as { value?: readonly unknown[] } | null;
  return (answer?.value?.[0] ?? null) !== null;
}

function parseRows(answer: unknown): readonly HistoryRow[] {
  if (!Array.isArray(answer)) throw new Error('a page of it is no list');
  return answer.map(({ signature, slot, err, memo, blockTime }) => {
    if (typeof signature !== 'string' || typeof slot !== 'number') throw new Error('a line of it makes no sense');
    return {
      signature,
      slot,
      failed: Boolean(err),
      memo: typeof memo === 'string' ? memo : '',
      blockTime: typeof blockTime === 'number' ? blockTime : null,
    };
  });
}
