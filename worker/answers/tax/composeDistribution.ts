import type {
  ChangeRecord,
  DistributionConfig,
  Preview,
  WaitingActivation,
} from '../../../src/contract/distribution.ts';
import { amountOf, type Currency } from '../../../src/distribution/amount.ts';
import { describeShift } from '../../../src/distribution/describeShift.ts';
import { distribute } from '../../../src/distribution/distribute.ts';
import type { SubmittedWallet } from '../../../src/distribution/mergeStored.ts';
import { activeBasisPoints, percentOf } from '../../../src/distribution/percentage.ts';
import type { Settings } from '../../settings/Settings.ts';
import { CONFIG_ID, type DistributionState, type DistributionVersion } from '../../store/rows/distributionRows.ts';
import { lacksSecondKey, type WaitingActivation as Waiting } from '../../store/views/tax/activations.ts';
import type { DistributionChange } from '../../store/views/tax/distributionHistory.ts';
import { isoOfMs } from '../isoTime.ts';

export interface Surroundings {
  readonly waiting: Waiting | null;
  /** Address of the pool in force. */
  readonly pool: string;
  readonly settings: Pick<Settings, 'minPoolShare' | 'isSecondKeyNeeded' | 'activationDelayHours'>;
}

/** This deployment's rules of activations, as the public sees them. */
export function composeRules({ minPoolShare, isSecondKeyNeeded, activationDelayHours }: Surroundings['settings']) {
  return {
    minPoolShare: minPoolShare === null ? null : percentOf(minPoolShare),
    needsSecondKey: isSecondKeyNeeded,
    delayHours: activationDelayHours,
  };
}

/** An activation that waits, compared with the version in force. */
export function composeWaiting(
  { askId, version, wallets, ...waiting }: Waiting,
  active: DistributionVersion | null,
  { settings, pool }: Pick<Surroundings, 'settings' | 'pool'>,
): WaitingActivation {
  return {
    ask: askId,
    ...versionOf({ version, wallets }),
    askedBy: waiting.askedBy,
    askedAt: isoOfMs(waiting.askedAt),
    confirmedBy: waiting.confirmedBy,
    needsSecondKey: lacksSecondKey(waiting, settings.isSecondKeyNeeded),
    inForceAt: waiting.dueAt === null ? null : isoOfMs(waiting.dueAt),
    difference: describeShift(active?.wallets ?? [], wallets, pool),
  };
}

/** The newest version as the console sees it. */
export function composeConfiguration(
  { version, wallets, ...state }: DistributionState,
  { waiting, settings, pool }: Surroundings,
): DistributionConfig {
  return {
    id: CONFIG_ID,
    version,
    isActive: state.active?.version === version,
    updatedAt: isoOfMs(state.madeAt),
    updatedBy: state.madeBy,
    totalPercentage: percentOf(activeBasisPoints(wallets)),
    wallets: [...wallets],
    active: state.active === null ? null : versionOf(state.active),
    waiting: waiting === null ? null : composeWaiting(waiting, state.active, { settings, pool }),
    rules: composeRules(settings),
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

/** What each active wallet would get of `total` base units. The caller has checked the percentages by their rules. */
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
