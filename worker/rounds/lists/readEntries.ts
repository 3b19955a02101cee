import type { Address } from '../../../src/address/address.ts';
import { RESERVED_KEYS } from '../../../src/address/reservedKeys.ts';
import type { GodUnits } from '../../../src/money/god.ts';
import type { Exclusion, Reason, Selection } from '../../../src/protocol/terms/entries.ts';
import type { Protocol } from '../../../src/protocol/terms/Protocol.ts';
import { type HolderSnapshot, readHolders, readShownHolders } from '../../chain/accounts/readHolders.ts';
import { MAX_LARGE_HOLDERS, TooManyHolders } from '../../chain/accounts/tooManyHolders.ts';
import type { RpcNode } from '../../chain/node/rpcNode.ts';
import type { Settings } from '../../settings/Settings.ts';
import type { EntryRules } from '../../terms/playUnder.ts';
import { knownExclusions } from '../../terms/termsOfSettings.ts';

export interface EntriesRead extends Selection {
  readonly snapshot: HolderSnapshot;
  /** What a wallet has to hold to be in the draw, by the rules of this reading. */
  readonly threshold: GodUnits;
  /** Why a wallet is never in the draw, whatever it holds, in words for its own page; null for any other wallet. */
  readonly reasonAgainst: (owner: Address) => string | null;
  /** The excluded wallets and the reserved keys. Wallets off the curve are kept out too, but are not listed here. */
  readonly keptOut: readonly Address[];
}

export interface EntriesAsked {
  /** A finalized reading begins as soon as the node has reached this slot. A confirmed one does not wait. */
  readonly from?: number | undefined;
  /** The rules of the terms in force. Without them the settings count, which is enough for pages. */
  readonly rules?: EntryRules | undefined;
}

export type ReadEntries = (
  node: RpcNode,
  commitment: 'confirmed' | 'finalized',
  asked?: EntriesAsked,
) => Promise<EntriesRead>;

export interface ReadEntriesInput {
  readonly settings: Settings;
  /** The arithmetic by which the next round will be computed. */
  readonly protocol: Protocol;
}

/**
 * Reads holders from one node and computes who is in the draw: nobody, if the list of holders is incomplete. Throws an
 * RpcError.
 */
export function createReadEntries({ settings, protocol }: ReadEntriesInput): ReadEntries {
  const reasonInBytes = createRemembered(protocol.reasonInBytes);

  return async (node, commitment, { from, rules: under } = {}) => {
    const { mint } = settings;
    // A confirmed reading is for pages, a finalized one for a draw.
    const isShown = commitment === 'confirmed';
    const snapshot = await (isShown
      ? readShownHolders(node, { mint, commitment })
      : readHolders(node, { mint, commitment, from }));
    const threshold = under?.threshold ?? protocol.threshold;
    const large = snapshot.isComplete ? [...snapshot.holdings.atLeast(threshold)] : [];
    if (large.length > MAX_LARGE_HOLDERS) throw new TooManyHolders(node.label, 'holders');
    const excluded = under?.excluded ?? knownExclusions(settings, snapshot.mint.authorities);
    const rules = {
      threshold,
      top: under?.top ?? settings.drawTopHolders,
      isExcluded: (owner: Address) => excluded.has(owner),
      reasonInBytes,
    };
    const reasonAgainst = (owner: Address) => excluded.get(owner) ?? reasonInBytes(owner);
    const keptOut = [...excluded.keys(), ...RESERVED_KEYS];
    return { snapshot, threshold, reasonAgainst, keptOut, ...protocol.selectEntries(large, rules) };
  };
}

/** How many owners are remembered: those of two full lists. */
const MOST_REMEMBERED = 2 * MAX_LARGE_HOLDERS;

/** `reasonOf`, which remembers its answers: the check of the curve costs a tenth of a millisecond for each holder. */
function createRemembered(reasonOf: (owner: Address) => Reason | null): (owner: Address) => Reason | null {
  const known = new Map<Address, Reason | null>();
  return (owner) => {
    const before = known.get(owner);
    if (before !== undefined) return before;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const reason = reasonOf(owner);
    known.set(owner, reason);
    return reason;
  };
}

/** Exclusions as the rules publish them. */
export function publishedExclusions(excluded: readonly Exclusion[]): [string, Reason][] {
  return excluded.map(({ owner, reason }) => [owner, reason]);
}
