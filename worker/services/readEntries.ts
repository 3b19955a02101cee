import { type Exclusion, type Holding, type Selection, selectEntries } from '../../src/draw/selectEntries.ts';
import type { Address } from '../../src/token/address.ts';
import { ELIGIBILITY_THRESHOLD } from '../../src/token/god.ts';
import { isReservedKey } from '../../src/token/reservedKeys.ts';
import { type HolderSnapshot, readHolders } from '../chain/readHolders.ts';
import type { MintState } from '../chain/readMint.ts';
import { type OwnerKind, readOwners } from '../chain/readOwners.ts';
import type { RpcNode } from '../chain/rpcNode.ts';
import type { Settings } from '../settings.ts';
import { readKnownOwners, writeOwners } from '../store/owners.ts';

export interface EntriesRead extends Selection {
  readonly snapshot: HolderSnapshot;
  /** Why a wallet may not be in the draw, or null. */
  readonly reasonAgainst: (owner: Address) => string | null;
}

export type ReadEntries = (node: RpcNode, commitment: 'confirmed' | 'finalized') => Promise<EntriesRead>;

/** Reads holders and decides who is in the draw. Owners not seen before are looked up once and remembered. */
export function createReadEntries(db: D1Database, settings: Settings): ReadEntries {
  let owners = new Map<Address, OwnerKind>();

  return async (node, commitment) => {
    const snapshot = await readHolders(node, settings.mint, commitment);
    owners = await kindsOf(node, snapshot);
    const excluded = knownExclusions(settings, snapshot.mint);
    const reasonAgainst = (owner: Address) => excluded.get(owner) ?? againstKind(owner, owners.get(owner));
    const rules = { threshold: ELIGIBILITY_THRESHOLD, top: settings.drawTopHolders, reasonAgainst };
    return { snapshot, reasonAgainst, ...selectEntries(snapshot.holdings.values(), rules) };
  };

  /** The kinds of those who hold enough now; who no longer does is forgotten here and remembered in the database. */
  async function kindsOf(node: RpcNode, snapshot: HolderSnapshot): Promise<Map<Address, OwnerKind>> {
    const large = largeHolders(snapshot.holdings);
    const missing = large.filter((owner) => !owners.has(owner));
    const stored = missing.length === 0 ? new Map<Address, OwnerKind>() : await readKnownOwners(db, missing);
    const unseen = missing.filter((owner) => !stored.has(owner));
    const found = new Map<Address, OwnerKind>();
    for (let from = 0; from < unseen.length; from += OWNERS_AT_ONCE) {
      const kinds = await readOwners(node, unseen.slice(from, from + OWNERS_AT_ONCE));
      await writeOwners(db, kinds, snapshot.slot);
      for (const [owner, kind] of kinds) found.set(owner, kind);
    }
    return new Map(
      large.flatMap((owner) => {
        const kind = owners.get(owner) ?? stored.get(owner) ?? found.get(owner);
        return kind === undefined ? [] : [[owner, kind] as const];
      }),
    );
  }
}

/** Owners are looked up and remembered so many at a time: a failure in the middle keeps what was learnt. */
const OWNERS_AT_ONCE = 500;

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

function largeHolders(holdings: ReadonlyMap<Address, Holding>): Address[] {
  return [...holdings.values()]
    .filter((held) => held.amount + held.frozen >= ELIGIBILITY_THRESHOLD)
    .map((held) => held.owner);
}
