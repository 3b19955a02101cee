import { type AskChain, isIndex, refusalCode } from './askChain.ts';
import { timeUpTo } from './readMark.ts';

/** A finalized transaction that names an address. Anybody may have sent it. */
export interface Row {
  readonly signature: string;
  readonly slot: number;
  readonly failed: boolean;
  /** Empty when the transaction has no memo. */
  readonly memo: string;
}

/** The most transactions that an RPC server lists at once. */
const PAGE = 1_000;
/** The most transactions of one address that are read. */
export const MOST_ROWS = 5_000;
/** A slot may have no block, so a block is looked for in this many slots. */
const NEAR_SLOTS = 8;

/**
 * The newest transactions that name an address, at most `MOST_ROWS`. If they fill a page, those after `until` (unix
 * seconds) are left out. Throws when the server does not answer.
 */
export async function readRows(ask: AskChain, address: string, until: number | null): Promise<readonly Row[]> {
  let page = await readPage(ask, address, null);
  if (page.length >= PAGE && until !== null) page = await readPage(ask, address, await signatureAfter(ask, until));
  const rows = new Map<string, Row>();
  while (rows.size < MOST_ROWS) {
    const known = rows.size;
    for (const row of page) rows.set(row.signature, row);
    // No new rows: the history ends, or the server repeats itself.
    if (rows.size === known) break;
    page = await readPage(ask, address, page.at(-1)?.signature ?? null);
  }
  return [...rows.values()].slice(0, MOST_ROWS);
}

/**
 * One page of a history, newest first: the transactions older than the transaction `before`, or, if `before` is null,
 * the newest of all. Throws when the server does not answer.
 */
export async function readPage(ask: AskChain, address: string, before: string | null): Promise<readonly Row[]> {
  const options = { limit: PAGE, commitment: 'finalized', ...(before !== null && { before }) };
  const answer = await ask('getSignaturesForAddress', [address, options]);
  if (!Array.isArray(answer)) throw new Error('a page of the history is no list');
  return answer.slice(0, PAGE).map((row: Readonly<Record<string, unknown>> | null) => {
    const { signature, slot, err, memo } = row ?? {};
    if (typeof signature !== 'string' || !isIndex(slot) || err === undefined)
      throw new Error('a line of the history makes no sense');
    return { signature, slot, failed: err !== null, memo: typeof memo === 'string' ? memo : '' };
  });
}

/**
 * The signature of the first transaction in the first block after a time. The page before it has only older blocks.
 * Throws when no such transaction is known.
 */
async function signatureAfter(ask: AskChain, time: number): Promise<string> {
  const first = await ask('getFirstAvailableBlock', []);
  const newest = await ask('getSlot', [{ commitment: 'finalized' }]);
  if (!isIndex(first) || !isIndex(newest)) throw new Error('the first or the newest slot is no number');
  let [low, high] = [first, newest];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const isAfter = (await timeUpTo(ask, middle).catch(() => 0)) > time;
    if (isAfter) high = middle;
    else low = middle + 1;
  }
  const options = { transactionDetails: 'signatures', rewards: false, commitment: 'finalized' };
  for (let slot = low; slot < low + NEAR_SLOTS; slot++) {
    const params = [slot, { ...options, maxSupportedTransactionVersion: 1 }];
    const block = (await ask('getBlock', params).catch((error: unknown) => {
      if (refusalCode(error) === null) throw error;
      return null;
    })) as { readonly signatures?: readonly unknown[] } | null;
    const [signature] = block?.signatures ?? [];
    if (typeof signature === 'string') return signature;
  }
  throw new Error(`no transaction is known after ${time}`);
}
