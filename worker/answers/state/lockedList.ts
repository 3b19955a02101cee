import type { Address } from '../../../src/address/address.ts';
import { knownProtocol } from '../../../src/protocol/protocolOf.ts';
import type { Entry } from '../../../src/protocol/terms/entries.ts';
import type { LockRecord } from '../../../src/protocol/terms/lock.ts';
import type { DocumentsOf } from '../../rounds/lists/keepDocuments.ts';

/** How many wallets are listed at most, and how many of the largest holders are shown. */
export const MAX_PARTICIPANTS = 500;
export const TOP_HOLDERS = 10;

/** A round's locked entries, for pages and for questions about a wallet. In memory only. */
export interface LockedList {
  readonly round: number;
  readonly total: number;
  /** The largest first, at most 500; the winners, once known, are among them. */
  readonly participants: readonly Address[];
  readonly largest: readonly Entry[];
  readonly isIn: (owner: Address) => boolean;
  readonly slot: number;
  /** When the entries were read, unix milliseconds. */
  readonly takenAt: number;
  /** Until when the list is shown, unix milliseconds; null for as long as the round is in flight. */
  readonly until: number | null;
}

export interface LockedListInput extends Pick<LockedList, 'until'> {
  readonly lock: LockRecord;
  readonly winners: readonly Address[];
}

interface KeptEntries {
  readonly round: number;
  readonly root: string;
  readonly entries: readonly Entry[];
  readonly owners: ReadonlySet<Address>;
}

/**
 * Makes a function that resolves to a round's locked list, and remembers the entries of the round that it read last. It
 * resolves to null when the round's documents are missing, or when this version does not know the round's rules.
 */
export function createReadLockedList(documentsOf: DocumentsOf) {
  let kept: KeptEntries | null = null;

  async function entriesOf(lock: LockRecord): Promise<KeptEntries | null> {
    const { round, root, rules } = lock;
    if (kept?.round === round && kept.root === root) return kept;
    const documents = await documentsOf(lock);
    const protocol = knownProtocol(rules);
    if (documents === null || protocol === null) return null;
    // Draw order is the order of the owners' bytes. Sorting leaves entries with equal amounts in that order.
    const drawOrder = protocol.entriesFromList(documents.list);
    const entries = drawOrder.toSorted((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1));
    kept = { round, root, entries, owners: new Set(entries.map(({ owner }) => owner)) };
    return kept;
  }

  return async ({ lock, winners, until }: LockedListInput): Promise<LockedList | null> => {
    const found = await entriesOf(lock);
    if (found === null) return null;
    const { entries, owners } = found;
    return {
      round: lock.round,
      total: entries.length,
      participants: listWith(entries, new Set(winners)),
      largest: entries.slice(0, TOP_HOLDERS),
      isIn: (owner) => owners.has(owner),
      slot: lock.slot,
      takenAt: lock.takenAt,
      until,
    };
  };
}

/** The largest entries, in order of size. Winners are always among them, in place of the smallest. */
function listWith(entries: readonly Entry[], winners: ReadonlySet<Address>): Address[] {
  let room = MAX_PARTICIPANTS - entries.filter(({ owner }) => winners.has(owner)).length;
  return entries.flatMap(({ owner }) => (winners.has(owner) || room-- > 0 ? [owner] : []));
}
