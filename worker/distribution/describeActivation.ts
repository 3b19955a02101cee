import { describeChanges, diffWallets } from '../../src/distribution/diffWallets.ts';
import type { DistributionState } from '../store/rows/distributionRows.ts';

/** What an activation changes, for the history. */
export function describeActivation({ wallets, active }: Pick<DistributionState, 'wallets' | 'active'>): string {
  const changes = diffWallets(active?.wallets ?? [], wallets);
  return changes.length === 0 ? `the same wallets and shares as version ${active?.version}` : describeChanges(changes);
}
