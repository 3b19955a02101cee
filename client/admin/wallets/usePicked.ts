import { useCallback, useMemo, useState } from 'react';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';

export interface Picked {
  /** Ids of wallets that are picked and still in the list. */
  readonly ids: ReadonlySet<string>;
  pick(id: string, isPicked: boolean): void;
  /** Picks exactly these. */
  pickAll(ids: readonly string[]): void;
}

/** Which wallets are picked for an edit of several at once. */
export function usePicked(wallets: readonly DistributionWallet[]): Picked {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const pick = useCallback((id: string, isPicked: boolean) => {
    setChosen((before) => new Set(isPicked ? [...before, id] : [...before].filter((one) => one !== id)));
  }, []);
  const pickAll = useCallback((ids: readonly string[]) => setChosen(new Set(ids)), []);
  const ids = useMemo(
    () => (chosen.size === 0 ? chosen : new Set(wallets.flatMap(({ id }) => (chosen.has(id) ? [id] : [])))),
    [chosen, wallets],
  );
  return { ids, pick, pickAll };
}
