import { addressWithSeed } from '../../../src/address/addressWithSeed.ts';
import type { Proof, StepTimes } from '../../../src/contract/round.ts';
import { knownProtocol } from '../../../src/protocol/protocolOf.ts';
import type { LockRecord } from '../../../src/protocol/terms/lock.ts';
import type { Protocol } from '../../../src/protocol/terms/Protocol.ts';
import type { RoundRecord, StepMoments } from '../../../src/round/record.ts';
import { isoOfMs, isoOfSeconds } from '../isoTime.ts';

/**
 * Commitment, beacon and payout as pages show them; all null without a lock, or if this version does not know the
 * lock's rules. `winners` is the number of winners.
 */
export function composeOnChain(
  record: RoundRecord | null,
  winners: number,
): Pick<Proof, 'commitment' | 'beacon' | 'payout'> {
  const lock = record?.lock ?? null;
  const protocol = lock && knownProtocol(lock.rules);
  if (record === null || lock === null || protocol === null) return { commitment: null, beacon: null, payout: null };
  return {
    commitment: {
      wallet: lock.wallet,
      memo: lock.memo,
      mark: addressWithSeed(lock.wallet, protocol.commitSeed(lock.endsAt)),
      signature: record.commitment?.signature ?? null,
      slot: record.commitment?.slot ?? null,
      blockTime: record.commitment === null ? null : isoOfSeconds(record.commitment.blockTime),
    },
    beacon: {
      network: lock.beacon.name,
      publicKey: lock.beacon.publicKey,
      genesisTime: lock.beacon.genesisTime,
      period: lock.beacon.periodSeconds,
      round: lock.beaconRound,
      time: isoOfSeconds(protocol.beaconTime(lock.beacon, lock.beaconRound)),
      signature: record.drawn?.signature ?? null,
      randomness: record.drawn?.randomness ?? null,
    },
    payout: payoutOf({ record, lock, protocol }, winners),
  };
}

interface LockedRound {
  readonly record: RoundRecord;
  readonly lock: LockRecord;
  readonly protocol: Protocol;
}

function payoutOf({ record, lock, protocol }: LockedRound, winners: number): Proof['payout'] {
  if (record.payout === null) return null;
  return {
    memo: protocol.payoutMemo({ ...lock, winners }),
    mark: addressWithSeed(lock.wallet, protocol.payoutSeed(lock.endsAt)),
    signature: record.payout.signature,
    slot: record.payout.slot,
    status: record.payout.status,
  };
}

/** When a round's steps were taken, as ISO 8601. */
export function stepTimes(moments: StepMoments | null): StepTimes {
  const iso = (step: keyof StepMoments) => {
    const at = moments?.[step] ?? null;
    return at === null ? null : isoOfMs(at);
  };
  return {
    lockedAt: iso('lockedAt'),
    committedAt: iso('committedAt'),
    beaconAt: iso('beaconAt'),
    drawnAt: iso('drawnAt'),
    paidAt: iso('paidAt'),
    finalAt: iso('finalAt'),
  };
}
