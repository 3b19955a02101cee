import type { Address } from '../../src/address/address.ts';
import { isReservedKey, RESERVED_KEYS } from '../../src/address/reservedKeys.ts';
import type { Exclusion, Selection } from '../../src/protocol/terms/entries.ts';
import type { Protocol } from '../../src/protocol/terms/Protocol.ts';
import { type HolderSnapshot, readHolders } from '../chain/readHolders.ts';
import type { MintState } from '../chain/readMint.ts';
import type { OwnerKind } from '../chain/readOwners.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { RpcNode } from '../chain/rpcNode.ts';
import { MAX_LARGE_HOLDERS, TooManyHolders } from '../chain/tooManyHolders.ts';
import type { Settings } from '../settings/Settings.ts';
import { createKnowOwners } from './knowOwners.ts';

export interface EntriesRead extends Selection {
  readonly snapshot: HolderSnapshot;
  /** Why a wallet may not be in the draw, or null. */
  readonly reasonAgainst: (owner: Address) => string | null;
  /**
   * Who is out of the draw whatever it holds, and so the only ones below the threshold against whom there is a
   * reason.
   */
  readonly keptOut: readonly Address[];
}

export type ReadEntries = (node: RpcNode, commitment: 'confirmed' | 'finalized') => Promise<EntriesRead>;

export interface ReadEntriesInput {
  readonly db: D1Database;
  readonly settings: Settings;
  /** For what stands behind the owners, which no single node decides. */
  readonly rpc: Rpc;
  /** What the next round will be computed by. */
  readonly protocol: Protocol;
}

/**
 * Reads holders as one node sees them and decides who is in the draw. An incomplete list has no entries: nobody is
 * looked up for it. Throws an RpcError, also `TooManyHolders` and `NodesDisagree`.
 */
export function createReadEntries({ db, settings, rpc, protocol }: ReadEntriesInput): ReadEntries {
  const knowOwners = createKnowOwners(db, rpc);

  return async (node, commitment) => {
    const snapshot = await readHolders(node, settings.mint, commitment);
    const large = snapshot.isComplete ? [...snapshot.holdings.atLeast(protocol.threshold)] : [];
    if (large.length > MAX_LARGE_HOLDERS) throw new TooManyHolders(node.label, 'holders');
    const kinds = await knowOwners(
      large.map(({ owner }) => owner),
      snapshot.slot,
    );
    const excluded = knownExclusions(settings, snapshot.mint);
    const reasonAgainst = (owner: Address) => excluded.get(owner) ?? againstKind(owner, kinds.get(owner));
    const rules = { top: settings.drawTopHolders, reasonAgainst };
    const keptOut = [...excluded.keys(), ...RESERVED_KEYS];
    return { snapshot, reasonAgainst, keptOut, ...protocol.selectEntries(large, rules) };
  };
}

/** Wallets that are never in the draw, with the public reason; also what `/api/config` lists. */
export function knownExclusions(settings: Settings, mint: Pick<MintState, 'authorities'> | null): Map<Address, string> {
  return new Map<Address, string>([
    ...(mint?.authorities ?? []).map(({ address, role }) => [address, role] as const),
    ...settings.excludedWallets.map(({ address, reason }) => [address, reason] as const),
    [settings.adminWallet, 'admin wallet'],
    [settings.taxAuthority.address, 'tax authority'],
    [settings.taxWallet.address, 'tax wallet'],
    [settings.pool.address, 'lottery pool'],
  ]);
}

/** Exclusions as the rules publish them. */
export function publishedExclusions(excluded: readonly Exclusion[]): [string, string, string][] {
  return excluded.map(({ owner, amount, reason }) => [owner, amount.toString(), reason]);
}

function againstKind(owner: Address, kind: OwnerKind | undefined): string | null {
  if (isReservedKey(owner)) return 'reserved key';
  switch (kind) {
    case undefined:
    case 'wallet':
      return null;
    case 'off-curve':
      return 'program account (off curve)';
    case 'executable':
      return 'program';
    case 'program-owned':
      return 'account owned by a program';
  }
}
