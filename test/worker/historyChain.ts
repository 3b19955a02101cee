import { commitMemo } from '../../src/protocol/v1/commitMemo.ts';
import { answering, rpcError } from './fakeNodes.ts';
import { encodeTransaction, keyOf, type TestKey } from './signedTransactions.ts';

export const POOL_KEY = keyOf(1);
export const STRANGER = keyOf(2);

/** A commitment of a round, whole and well-formed. */
const commitText = (round: number, ends = 1_900, entries = 5) =>
  commitMemo({
    ...{ round, endsAt: ends, slot: 1, root: 'ab'.repeat(32), entries, poolLamports: 100n, totalLamports: 20n },
    ...{ beaconKeyId: 'cd'.repeat(8), beaconRound: 9, rulesHash: 'ef'.repeat(32) },
  });

/** Memos as a node joins them. */
const fieldOf = (...texts: string[]) =>
  texts.map((text) => `[${new TextEncoder().encode(text).length}] ${text}`).join('; ');

/** A transaction that names the pool wallet, by its name in the test. */
export interface TestRow {
  readonly name: string;
  readonly memos?: readonly string[];
  /** What the node lists instead of the memos joined. */
  readonly field?: string;
  readonly signers?: readonly TestKey[];
  readonly version?: 'legacy' | 0 | 1;
  readonly blockTime?: number | null;
  readonly slot?: number;
  readonly err?: unknown;
  readonly isFinal?: boolean;
  /** Its signature on the chain, when no bytes are needed. */
  readonly signature?: string;
  /** What `getTransaction` answers instead of its bytes. */
  readonly answer?: unknown;
}

/** Transactions without a memo. They are never looked up, so they have names instead of signatures. */
export const plain = (count: number, name = 'plain'): TestRow[] =>
  Array.from({ length: count }, (_, i) => ({ name: `${name} ${i}`, isFinal: true }));

export const ours = (name: string, more: Partial<TestRow> = {}): TestRow => ({
  ...{ name, memos: [commitText(7)], signers: [POOL_KEY] },
  ...more,
});
export const strangers = (name: string, more: Partial<TestRow> = {}): TestRow =>
  ours(name, { signers: [STRANGER], ...more });

const made = new WeakMap<TestRow, ReturnType<typeof encodeTransaction>>();
function transactionOf(row: TestRow) {
  const { name, memos = [], signers = [STRANGER], version = 'legacy' } = row;
  const known = made.get(row) ?? encodeTransaction({ name, memos, signers, version, mentions: [POOL_KEY.bytes] });
  made.set(row, known);
  return known;
}

export const signatureOf = (row: TestRow) =>
  row.signature ?? (row.memos === undefined ? row.name : transactionOf(row).signature);

/** The newest slot of every node. */
const NEWEST_SLOT = 50_000;

/** A node that knows the pool wallet's history, newest first. Its answers can change between searches. */
export function chainOf(...rows: TestRow[]) {
  const said = { rows, newest: 2_000, firstBlock: 0, firstTime: 0 };
  let known = { of: rows, places: new Map<string, number>() };
  const find = (signature: string) => {
    if (known.of !== said.rows || known.places.size === 0)
      known = { of: said.rows, places: new Map(said.rows.map((row, place) => [signatureOf(row), place])) };
    return known.places.get(signature) ?? -1;
  };
  const node = answering({
    getSlot: NEWEST_SLOT,
    getFirstAvailableBlock: () => said.firstBlock,
    getBlockTime: (slot: number) => {
      if (slot === NEWEST_SLOT) return said.newest;
      if (slot === said.firstBlock) return said.firstTime;
      return said.rows.map(shown).find((row) => row.slot === slot)?.blockTime ?? rpcError(-32_004, 'not available');
    },
    getSignaturesForAddress: (of: string, range: { before?: string; until?: string; limit: number }) => {
      if (of !== POOL_KEY.address) throw new Error(`history of ${of}`);
      const from = range.before === undefined ? 0 : find(range.before) + 1;
      // From a signature that it does not know it cannot go on: it answers an empty page and no error.
      if (range.before !== undefined && from === 0) return [];
      const until = range.until === undefined ? -1 : find(range.until);
      const end = Math.min(until === -1 ? said.rows.length : until, from + range.limit);
      return said.rows.slice(from, end).map((row, i) => shown(row, from + i));
    },
    getTransaction: (signature: string, options: { maxSupportedTransactionVersion: number; encoding: string }) => {
      const row = said.rows[find(signature)];
      if (row === undefined) return null;
      if (row.answer !== undefined) return row.answer instanceof Response ? row.answer.clone() : row.answer;
      if (options.maxSupportedTransactionVersion < (row.version === 1 ? 1 : 0)) return rpcError(-32_015, 'version (1)');
      if (options.encoding !== 'base64') throw new Error(`encoding ${options.encoding}`);
      return { transaction: [Buffer.from(transactionOf(row).bytes).toString('base64'), 'base64'], slot: 1, meta: {} };
    },
    getSignatureStatuses: ([signature]: [string], { searchTransactionHistory = false } = {}) => {
      const place = find(signature);
      const row = said.rows[place];
      const value = searchTransactionHistory && row !== undefined ? shown(row, place) : null;
      return { context: { slot: NEWEST_SLOT }, value: [value] };
    },
  });
  return { said, node };
}

/** The row as a node lists it. */
function shown(row: TestRow, place: number) {
  return {
    signature: signatureOf(row),
    slot: row.slot ?? NEWEST_SLOT - place,
    blockTime: row.blockTime === undefined ? 1_500 : row.blockTime,
    memo: row.field ?? (row.memos === undefined ? null : fieldOf(...row.memos)),
    err: row.err ?? null,
    confirmationStatus: row.isFinal === true ? 'finalized' : 'confirmed',
  };
}
