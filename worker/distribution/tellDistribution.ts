import { describeShift } from '../../src/distribution/describeShift.ts';
import { describeChanges, diffWallets } from '../../src/distribution/diffWallets.ts';
import type { DistributionWallet } from '../../src/distribution/wallet.ts';
import type { Alert } from '../store/journal/alerts.ts';
import type { DistributionState } from '../store/rows/distributionRows.ts';
import type { Told } from '../store/tax/activations.ts';

/** A change of the distribution: from which wallets to which, by whose key, when (unix milliseconds). */
export interface Shift {
  readonly version: number;
  readonly before: readonly DistributionWallet[];
  readonly after: readonly DistributionWallet[];
  readonly by: string;
  readonly at: number;
}

export interface TellDistributionInput {
  readonly pool: () => string;
  readonly newId: () => string;
  /** Hands an alert to whoever tells people. Does not throw. */
  readonly hand: (alert: Alert) => Promise<void>;
}

const ANY_KEY = 'Any key can stop it in the console.';
const STRANGER = 'If nobody of you did this, a key is stolen: pause the tax now.';

/** Makes the action and the alert that tell operators of a change of the distribution: who did what, the difference. */
export function createTellDistribution({ pool, newId, hand }: TellDistributionInput) {
  const told = (
    action: Told['action'],
    { version, before, after, by, at }: Shift,
    says: string,
    then: string,
  ): Told => {
    const details = describeShift(before, after, pool());
    const message = `${by} ${says} version ${version} of the tax distribution. ${details} ${then}`;
    const alert = { key: `distribution-changed:${newId()}`, message, raisedAt: at };
    return { action, subject: `tax distribution, version ${version}`, details, alert };
  };
  return {
    saved: (shift: Shift) => told('save', shift, 'saved', `It is not in force. ${STRANGER}`),
    activated: (shift: Shift) => told('activate', shift, 'put in force', STRANGER),
    /** `dueAt`: unix milliseconds; null while a second key is missing. */
    asked: (shift: Shift, dueAt: number | null) =>
      told('ask', shift, 'wants to put in force', `${whenText(dueAt)} ${ANY_KEY} ${STRANGER}`),
    confirmed: (shift: Shift, dueAt: number) =>
      told('confirm', shift, 'confirmed', `${whenText(dueAt)} ${ANY_KEY} ${STRANGER}`),
    stopped: (shift: Shift) => told('stop', shift, 'stopped', 'It does not come into force.'),
    /** Tells people at once of an alert that is already in the database, where it would be found within a minute. */
    now: ({ alert }: Told) => hand(alert),
  };
}
export type TellDistribution = ReturnType<typeof createTellDistribution>;

function whenText(dueAt: number | null): string {
  if (dueAt === null) return 'Another key has to confirm it.';
  return `It comes into force at ${new Date(dueAt).toISOString()}.`;
}

/** What an activation changes, for the history. */
export function describeActivation({ wallets, active }: Pick<DistributionState, 'wallets' | 'active'>): string {
  const changes = diffWallets(active?.wallets ?? [], wallets);
  return changes.length === 0 ? `the same wallets and shares as version ${active?.version}` : describeChanges(changes);
}
