import { namedNetwork, type TypedNetwork } from './namedNetwork.ts';
import type { TrustedNetwork } from './TrustedNetwork.ts';

const KEY = 'beacon-network';

/** What the visitor typed as the beacon network of this lottery, kept in this browser; null without one. */
export function readTypedNetwork(): TypedNetwork | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return typeof kept === 'object' && kept !== null && networkOf(kept) !== null ? kept : null;
  } catch {
    return null;
  }
}

/** The network that the visitor named; null without one. */
export function readOwnNetwork(): TrustedNetwork | null {
  const typed = readTypedNetwork();
  return typed && networkOf(typed);
}

/** Keeps it, or forgets it for null. False where this browser stores nothing. */
export function storeTypedNetwork(typed: TypedNetwork | null): boolean {
  try {
    if (typed === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(typed));
    return true;
  } catch {
    return false;
  }
}

/** Null for anything that this page would not have kept. */
function networkOf(typed: TypedNetwork): TrustedNetwork | null {
  if (Object.values(typed).some((value) => typeof value !== 'string')) return null;
  const named = namedNetwork(typed);
  return typeof named === 'string' || !typed.publicKey ? null : named;
}
