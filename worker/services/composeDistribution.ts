import type { ChangeRecord, DistributionConfig, Preview } from '../../src/contract/distribution.ts';
import { amountOf, type Currency } from '../../src/distribution/amount.ts';
import { distribute } from '../../src/distribution/distribute.ts';
import type { SubmittedWallet } from '../../src/distribution/mergeStored.ts';
import { activeBasisPoints, percentOf } from '../../src/distribution/percentage.ts';
import { CONFIG_ID } from '../store/distribution.ts';
import type { DistributionChange } from '../store/distributionHistory.ts';
import type { DistributionState, DistributionVersion } from '../store/distributionRows.ts';
import { isoOfMs } from './isoTime.ts';

/** The newest version as the console sees it. */
export function composeConfiguration({ version, wallets, ...state }: DistributionState): DistributionConfig {
  return {
    id: CONFIG_ID,
    version,
    isActive: state.active?.version === version,
    updatedAt: isoOfMs(state.madeAt),
    updatedBy: state.madeBy,
    totalPercentage: percentOf(activeBasisPoints(wallets)),
    wallets: [...wallets],
    active: state.active === null ? null : versionOf(state.active),
  };
}

/** A change of the configuration as the console shows it. */
export function composeChange(change: DistributionChange): ChangeRecord {
  return {
    id: change.id,
    configId: change.configId,
    changeType: change.type,
    description: change.description,
    changedBy: change.changedBy,
    timestamp: isoOfMs(change.changedAt),
    previousValue: change.previous === null ? null : versionOf(change.previous),
    newValue: versionOf(change.next),
  };
}

/** What each active wallet would get of `total` base units. The percentages keep their rules. */
export function composePreview(total: bigint, currency: Currency, wallets: readonly SubmittedWallet[]): Preview {
  const { lines, remainder } = distribute(total, wallets);
  return {
    totalAmount: amountOf(total, currency),
    totalUnits: total.toString(),
    currency,
    remainderUnits: remainder.toString(),
    distributions: lines.map(({ amount, ...line }) => ({
      ...line,
      amount: amountOf(amount, currency),
      units: amount.toString(),
    })),
  };
}
const versionOf = ({ version, wallets }: DistributionVersion) => ({ version, wallets: [...wallets] });
