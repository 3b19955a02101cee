import type { Address } from '../src/address/address.ts';
import { isOnCurve } from '../src/address/isOnCurve.ts';
import { isReservedKey } from '../src/address/reservedKeys.ts';
import type { Standing } from '../src/witness/findSuspects.ts';
import { type OwnerKind, readOwners } from '../worker/chain/readOwners.ts';
import type { Rpc } from '../worker/chain/rpc.ts';
import { RpcError } from '../worker/chain/rpcError.ts';

/** What a wallet's role says against it, by its address. */
export type Roles = ReadonlyMap<Address, string>;

const REASONS: Readonly<Record<Exclude<OwnerKind, 'wallet'>, string>> = {
  'off-curve': 'program account (off curve)',
  executable: 'program',
  'program-owned': 'account owned by a program',
};

/**
 * Finds out what kind of account each owner is, 100 a call. Wallets are remembered for as long as the watcher runs, and
 * so a round asks for newcomers alone. Whoever could not be asked for stays unknown.
 */
export function createKnowStandings(rpc: Rpc) {
  const kinds = new Map<Address, OwnerKind>();

  async function ask(owners: Iterable<Address>, roles: Roles, isKnown: (kind: OwnerKind) => boolean): Promise<void> {
    const wanted = [...new Set(owners)].filter((owner) => {
      if (roles.has(owner) || isReservedKey(owner)) return false;
      if (!kinds.has(owner) && !isOnCurve(owner)) kinds.set(owner, 'off-curve');
      const kind = kinds.get(owner);
      return kind === undefined || !isKnown(kind);
    });
    if (wanted.length === 0) return;
    try {
      const read = await readOwners(rpc, wanted);
      for (const [owner, kind] of read.kinds) kinds.set(owner, kind);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      console.warn(error.message);
    }
  }

  return {
    /** Asks for newcomers, and again for what was no wallet: that may change. Never throws an RpcError. */
    refresh: (owners: Iterable<Address>, roles: Roles) =>
      ask(owners, roles, (kind) => kind === 'wallet' || kind === 'off-curve'),
    /** Asks for newcomers alone. Never throws an RpcError. */
    learn: (owners: Iterable<Address>, roles: Roles) => ask(owners, roles, () => true),
    standing(owner: Address, roles: Roles): Standing {
      const role = roles.get(owner) ?? (isReservedKey(owner) ? 'reserved key' : undefined);
      if (role !== undefined) return { kind: 'may-not', reason: role };
      const kind = kinds.get(owner);
      if (kind === undefined) return { kind: 'unknown' };
      return kind === 'wallet' ? { kind: 'may' } : { kind: 'may-not', reason: REASONS[kind] };
    },
  };
}
export type KnowStandings = ReturnType<typeof createKnowStandings>;
