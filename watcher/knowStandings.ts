import type { Address } from '../src/address/address.ts';
import { isOnCurve } from '../src/address/isOnCurve.ts';
import { isReservedKey } from '../src/address/reservedKeys.ts';
import type { Standing } from '../src/witness/findSuspects.ts';
import { OWNERS_PER_CALL, type OwnerKind, readOwners } from '../worker/chain/readOwners.ts';
import type { Rpc } from '../worker/chain/rpc.ts';
import { RpcError } from '../worker/chain/rpcError.ts';

/** What a wallet's role says against it, by its address. */
export type Roles = ReadonlyMap<Address, string>;

const REASONS: Readonly<Record<Exclude<OwnerKind, 'wallet'>, string>> = {
  'off-curve': 'program account (off curve)',
  executable: 'program',
  'program-owned': 'account owned by a program',
};

/** Who is excluded for this may be an ordinary wallet a slot earlier or later: an account can be handed over. */
export function canChange(reason: string): boolean {
  return reason === REASONS.executable || reason === REASONS['program-owned'];
}

interface Seen {
  readonly kind: OwnerKind;
  /** Slots of the last looks that all saw this kind, oldest first; none for what is known without a look. */
  readonly looks: readonly number[];
}

/** A wallet that was looked at longer ago is looked at again with the next newcomers: about an hour. */
const STALE_SLOTS = 9_000;
/** A look can be of a later slot than a snapshot, or of a server that lags: so more than one is remembered. */
const LOOKS_KEPT = 3;

/**
 * Finds out what kind of account each owner is, 100 a call. What was found is remembered for as long as the watcher
 * runs, and so a round asks for newcomers alone, or little more. Whoever could not be asked for stays unknown.
 */
export function createKnowStandings(rpc: Rpc) {
  const seen = new Map<Address, Seen>();

  /** Those who have to be asked for: whose role or address does not say it. */
  function open(owners: Iterable<Address>, roles: Roles): Address[] {
    return [...new Set(owners)].filter((owner) => {
      if (roles.has(owner) || isReservedKey(owner)) return false;
      if (!seen.has(owner) && !isOnCurve(owner)) seen.set(owner, { kind: 'off-curve', looks: [] });
      return seen.get(owner)?.kind !== 'off-curve';
    });
  }

  async function ask(owners: readonly Address[]): Promise<void> {
    if (owners.length === 0) return;
    try {
      const { kinds, slot } = await readOwners(rpc, owners);
      for (const [owner, kind] of kinds) {
        const known = seen.get(owner);
        const looks = known?.kind === kind ? known.looks : [];
        seen.set(owner, { kind, looks: [...looks, slot].slice(-LOOKS_KEPT) });
      }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      console.warn(error.message);
    }
  }

  const lastLook = (owner: Address) => seen.get(owner)?.looks.at(-1) ?? 0;

  return {
    /**
     * Before a lock, about a reading of this slot: asks for newcomers, and again for what was no wallet: that may
     * change. The last call is filled up with the wallets that were not looked at for the longest time. Never throws
     * an RpcError.
     */
    refresh(owners: Iterable<Address>, roles: Roles, slot: number): Promise<void> {
      const asked = open(owners, roles);
      const isWallet = (owner: Address) => seen.get(owner)?.kind === 'wallet';
      const wanted = asked.filter((owner) => !isWallet(owner));
      const stale = asked
        .filter((owner) => isWallet(owner) && lastLook(owner) < slot - STALE_SLOTS)
        .toSorted((a, b) => lastLook(a) - lastLook(b));
      const room = (Math.ceil(wanted.length / OWNERS_PER_CALL) || 1) * OWNERS_PER_CALL - wanted.length;
      return ask([...wanted, ...stale.slice(0, room)]);
    },
    /** Asks for newcomers alone. Never throws an RpcError. */
    learn: (owners: Iterable<Address>, roles: Roles) => ask(open(owners, roles).filter((owner) => !seen.has(owner))),
    /** The last slot up to this one at which it was seen as a wallet; null: none is known. */
    walletAt(owner: Address, slot: number): number | null {
      const known = seen.get(owner);
      return known?.kind === 'wallet' ? (known.looks.findLast((look) => look <= slot) ?? null) : null;
    },
    standing(owner: Address, roles: Roles): Standing {
      const role = roles.get(owner) ?? (isReservedKey(owner) ? 'reserved key' : undefined);
      if (role !== undefined) return { kind: 'may-not', reason: role };
      const kind = seen.get(owner)?.kind;
      if (kind === undefined) return { kind: 'unknown' };
      if (kind === 'wallet') return { kind: 'may' };
      const reason = REASONS[kind];
      return { kind: canChange(reason) ? 'may-not-now' : 'may-not', reason };
    },
  };
}
export type KnowStandings = ReturnType<typeof createKnowStandings>;
