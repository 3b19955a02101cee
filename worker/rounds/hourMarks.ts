import type { Address } from '../../src/address/address.ts';
import { type MarkAsked, markOf } from '../../src/marks/readForm.ts';
import { CURRENT_PROTOCOL, protocolOf } from '../../src/protocol/protocolOf.ts';
import type { LockRecord } from '../../src/protocol/terms/lock.ts';
import { roundEndsAt } from '../../src/round/clock.ts';
import type { RoundRecord } from '../../src/round/record.ts';
import type { Settings } from '../settings/Settings.ts';
import { type CommitTimes, commitTimes, commitTimesAt } from './commitTime.ts';

/** An hour of draw with its two marks, and when a commitment of it counts. `endsAt` is unix seconds. */
export interface Hour {
  readonly round: number;
  readonly endsAt: number;
  readonly commitment: MarkAsked;
  readonly payment: MarkAsked;
  readonly times: CommitTimes;
}

/** A locked round's own hour. */
export function hourOfLock(lock: LockRecord): Hour {
  const { round, endsAt, wallet: base, rules } = lock;
  const { commitSeed, payoutSeed } = protocolOf(rules);
  return {
    ...{ round, endsAt, times: commitTimes(lock) },
    commitment: { base, seed: commitSeed(endsAt) },
    payment: { base, seed: payoutSeed(endsAt) },
  };
}

/** A stored round's hour: by its lock, and without one by the settings. */
export function hourOf(
  settings: HourSettings,
  { round, endsAt, lock }: Pick<RoundRecord, 'round' | 'endsAt' | 'lock'>,
): Hour {
  return lock === null ? hourOfRound(settings, round, endsAt) : hourOfLock(lock);
}

type HourSettings = Pick<Settings, 'clock' | 'beacon' | 'pool'>;

/** A round's hour by the settings, for one without a record. */
export function hourOfRound(settings: HourSettings, round: number, endsAt = roundEndsAt(settings.clock, round)): Hour {
  const base = settings.pool.address;
  const { commitSeed, payoutSeed } = CURRENT_PROTOCOL;
  return {
    ...{ round, endsAt, times: commitTimesAt(settings, endsAt) },
    commitment: { base, seed: commitSeed(endsAt) },
    payment: { base, seed: payoutSeed(endsAt) },
  };
}

/** The accounts that the commitment and the payment of an hour make, in this order. */
export function marksOf({ commitment, payment }: Hour): readonly [commitment: Address, payment: Address] {
  return [markOf(commitment), markOf(payment)];
}
