import { useSyncExternalStore } from 'react';
import { looksLikeAddress } from '../../src/address/addressIn.ts';
import { readWallet, subscribeToWallet } from './storedWallet.ts';

/** The address of the remembered wallet. Null without one, on the server, and on the first render. */
export function useMine(): string | null {
  const text = useRemembered();
  return text !== null && looksLikeAddress(text) ? text : null;
}

/** The remembered text as it is stored, an address or not. Null without one, on the server, and on the first render. */
export function useRemembered(): string | null {
  return useSyncExternalStore(subscribeToWallet, readWallet, () => null);
}
