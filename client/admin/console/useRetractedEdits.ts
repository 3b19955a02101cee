import { useEffect } from 'react';
import { diffWallets } from '../../../src/distribution/diffWallets.ts';
import type { Retract } from '../ui/Notices.tsx';
import type { DraftStore } from './createDraftStore.ts';

/** What was said about the list of wallets is gone as soon as the list is another. */
export function useRetractedEdits(store: DraftStore, retract: Retract): void {
  useEffect(() => {
    let last = store.read()?.wallets;
    return store.subscribe(() => {
      const wallets = store.read()?.wallets;
      // A reading of the server may bring the same list as another object.
      if (wallets !== last && diffWallets(last ?? [], wallets ?? []).length > 0) retract('list');
      last = wallets;
    });
  }, [store, retract]);
}
