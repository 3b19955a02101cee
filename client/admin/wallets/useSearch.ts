import { useState } from 'react';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';

export interface Search {
  readonly typed: string;
  /** Ids that the search hides. A wallet that is edited or added during a search is not hidden. */
  readonly hidden: ReadonlySet<string>;
  search(typed: string): void;
}

const NONE: ReadonlySet<string> = new Set();

/** Finds wallets by a part of their label or address. Which ones are hidden is decided when the search is typed. */
export function useSearch(wallets: readonly DistributionWallet[]): Search {
  const [state, setState] = useState<Omit<Search, 'search'>>({ typed: '', hidden: NONE });
  const search = (typed: string) => {
    const wanted = typed.trim().toLowerCase();
    const missed = wallets.filter(
      ({ label, address }) => !label.toLowerCase().includes(wanted) && !address.toLowerCase().includes(wanted),
    );
    setState({ typed, hidden: wanted === '' ? NONE : new Set(missed.map(({ id }) => id)) });
  };
  return { ...state, search };
}
