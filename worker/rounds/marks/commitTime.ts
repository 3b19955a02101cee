import { CURRENT_PROTOCOL, protocolOf } from '../../../src/protocol/protocolOf.ts';
import type { LockRecord } from '../../../src/protocol/terms/lock.ts';
import { commitWindow } from '../../../src/protocol/timing.ts';
import type { Settings } from '../../settings/Settings.ts';

/** The block times with which a commitment counts, both included; unix seconds. */
export interface CommitTimes {
  readonly from: number;
  readonly until: number;
}

type LockedHour = Pick<LockRecord, 'endsAt' | 'lockSeconds' | 'rules' | 'beacon' | 'beaconRound'>;

/** The times between which a commitment of a locked round counts. */
export function commitTimes({ endsAt, lockSeconds, rules, beacon, beaconRound }: LockedHour): CommitTimes {
  return commitWindow({ endsAt, lockSeconds, beaconAt: protocolOf(rules).beaconTime(beacon, beaconRound) });
}

/** As `commitTimes`, for an hour without a record: by the settings. */
export function commitTimesAt({ clock, beacon }: Pick<Settings, 'clock' | 'beacon'>, endsAt: number): CommitTimes {
  const { beaconTime, beaconRoundAt } = CURRENT_PROTOCOL;
  const beaconAt = beaconTime(beacon, beaconRoundAt(beacon, endsAt));
  return commitWindow({ endsAt, lockSeconds: clock.entryLockSeconds, beaconAt });
}

/** The last block time, unix seconds, with which a commitment counts. */
export function countsUntil(hour: LockedHour): number {
  return commitTimes(hour).until;
}

/** Whether a commitment with this block time, unix seconds, counts: neither too early nor too late. */
export function isInTime({ from, until }: CommitTimes, blockTime: number): boolean {
  return blockTime >= from && blockTime <= until;
}
