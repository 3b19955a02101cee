import type { Address } from '../../../src/address/address.ts';
import { type MarkAsked, markOf } from '../../../src/marks/readForm.ts';
import { CURRENT_PROTOCOL, protocolOf } from '../../../src/protocol/protocolOf.ts';
import type { LockRecord } from '../../../src/protocol/terms/lock.ts';
import { commitWindow } from '../../../src/protocol/timing.ts';
import { roundEndsAt } from '../../../src/round/clock.ts';
import type { RoundRecord } from '../../../src/round/record.ts';
import type { Settings } from '../../settings/Settings.ts';
import { clockOf, type TermsBook } from '../../terms/TermsBook.ts';

/** One hour's draw with its two marks, and the times between which its commitment counts. `endsAt` is unix seconds. */
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

/**
 * The hour of a stored round: as its lock says, or without a lock as it was announced. Throws an RpcError while the
 * announcements are not read: without them the hour could get the wrong wallet. At that wallet's addresses there are no
 * marks, so it would look as if nothing was promised.
 */
export async function hourOf(
  context: HourContext & { readonly terms: Pick<TermsBook, 'announcedFor'> },
  { round, endsAt, lock }: Pick<RoundRecord, 'round' | 'endsAt' | 'lock'>,
): Promise<Hour> {
  if (lock !== null) return hourOfLock(lock);
  await context.terms.announcedFor(round);
  return hourOfRound(context, round, endsAt);
}

interface HourContext {
  readonly settings: Pick<Settings, 'clock' | 'beacon' | 'pool'>;
  readonly terms: Pick<TermsBook, 'announced'>;
}

/**
 * The hour of a round without a lock, by the wallet and lock time that were announced for it, as far as the
 * announcements were read. Before the first terms, by the wallet and lock time of the settings.
 */
export function hourOfRound(
  { settings, terms }: HourContext,
  round: number,
  endsAt = roundEndsAt(settings.clock, round),
): Hour {
  const said = terms.announced(round)?.said;
  const base = said?.pool ?? settings.pool.address;
  const clock = clockOf({ settings, terms }, round);
  const { commitSeed, payoutSeed } = CURRENT_PROTOCOL;
  return {
    ...{ round, endsAt, times: commitTimesAt({ clock, beacon: settings.beacon }, endsAt) },
    commitment: { base, seed: commitSeed(endsAt) },
    payment: { base, seed: payoutSeed(endsAt) },
  };
}

/** The marks of an hour: of its commitment, and of its payment. */
export function marksOf({ commitment, payment }: Hour): readonly [commitment: Address, payment: Address] {
  return [markOf(commitment), markOf(payment)];
}

/** The first and the last block time with which a commitment counts; unix seconds. */
export interface CommitTimes {
  readonly from: number;
  readonly until: number;
}

type LockedHour = Pick<LockRecord, 'endsAt' | 'lockSeconds' | 'rules' | 'beacon' | 'beaconRound'>;

/** The times between which a commitment of a locked round counts. */
export function commitTimes({ endsAt, lockSeconds, rules, beacon, beaconRound }: LockedHour): CommitTimes {
  return commitWindow({ endsAt, lockSeconds, beaconAt: protocolOf(rules).beaconTime(beacon, beaconRound) });
}

/** As `commitTimes`, for a round without a lock: by the newest protocol, a clock, and the settings' beacon. */
function commitTimesAt({ clock, beacon }: Pick<Settings, 'clock' | 'beacon'>, endsAt: number): CommitTimes {
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
