import { useEffect } from 'react';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';
import type { Retract } from '../ui/Notices.tsx';
import type { DraftStore } from './nextDraft.ts';

/** Removes a notice about the list of wallets as soon as the list changes. */
export function useRetractedEdits(store: DraftStore, retract: Retract): void {
  useEffect(() => {
    let last = store.read()?.wallets;
    return store.subscribe(() => {
      const wallets = store.read()?.wallets;
      // When the list is read again, an unchanged list may come as a new object.
      if (!isSame(last ?? [], wallets ?? [])) retract('list');
      last = wallets;
    });
  }, [store, retract]);
}

type Wallets = readonly DistributionWallet[];
const FIELDS = ['id', 'label', 'address', 'percentage', 'isActive'] as const;

function isSame(before: Wallets, after: Wallets): boolean {
  if (before.length !== after.length) return false;
  return before.every((was, index) => {
    const now = after[index];
    return was === now || (now !== undefined && FIELDS.every((field) => was[field] === now[field]));
  });
}
