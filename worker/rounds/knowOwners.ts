import type { Address } from '../../src/address/address.ts';
import { isOffCurve, type OwnerKind, readOwners } from '../chain/readOwners.ts';
import type { Rpc } from '../chain/rpc.ts';
import { type RememberedKind, readKnownOwners, writeOwners } from '../store/owners.ts';

export type KnowOwners = (owners: readonly Address[], slot: number) => Promise<ReadonlyMap<Address, OwnerKind>>;

/** Owners are looked up and remembered so many at a time: a failure in the middle keeps what was learnt. */
const OWNERS_AT_ONCE = 500;

/**
 * What stands behind each of these owners. Wallets and addresses off the curve are looked up once and remembered;
 * whatever else an owner is said to be is asked again every time, so that no mistake of a moment excludes a wallet
 * for ever.
 */
export function createKnowOwners(db: D1Database, rpc: Rpc): KnowOwners {
  let remembered: ReadonlyMap<Address, RememberedKind> = new Map();
  /** Two readings at once, of two nodes, look the same owners up: the second finds what the first has remembered. */
  let turn: Promise<unknown> = Promise.resolve();

  async function know(owners: readonly Address[], slot: number): Promise<ReadonlyMap<Address, OwnerKind>> {
    const missing = owners.filter((owner) => !remembered.has(owner));
    const stored = missing.length === 0 ? new Map<Address, RememberedKind>() : await readKnownOwners(db, missing);
    const known = new Map<Address, RememberedKind>();
    for (const owner of owners) {
      const kind = remembered.get(owner) ?? stored.get(owner);
      if (kind !== undefined) known.set(owner, kind);
    }
    const kinds = new Map<Address, OwnerKind>(known);
    const unknown = owners.filter((owner) => !known.has(owner));
    for (let from = 0; from < unknown.length; from += OWNERS_AT_ONCE) {
      const learnt = await learn(unknown.slice(from, from + OWNERS_AT_ONCE), slot);
      for (const [owner, kind] of learnt.kinds) kinds.set(owner, kind);
      for (const [owner, kind] of learnt.lasting) known.set(owner, kind);
    }
    // Who no longer holds enough is forgotten here and remembered in the database.
    remembered = known;
    return kinds;
  }

  async function learn(owners: readonly Address[], slot: number) {
    const lasting = new Map<Address, RememberedKind>();
    const onCurve: Address[] = [];
    for (const owner of owners) {
      if (isOffCurve(owner)) lasting.set(owner, 'off-curve');
      else onCurve.push(owner);
    }
    const kinds = new Map<Address, OwnerKind>(lasting);
    if (onCurve.length > 0) {
      const read = await readOwners(rpc, onCurve);
      for (const [owner, kind] of read.kinds) {
        kinds.set(owner, kind);
        if (kind === 'wallet' && read.isWitnessed) lasting.set(owner, kind);
      }
    }
    if (lasting.size > 0) await writeOwners(db, lasting, slot);
    return { kinds, lasting };
  }

  return (owners, slot) => {
    const known = turn.then(() => know(owners, slot));
    turn = known.catch(() => undefined);
    return known;
  };
}
