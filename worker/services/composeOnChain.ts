import type { Proof } from '../../src/contract/round.ts';
import { beaconTime } from '../../src/draw/beaconNetwork.ts';
import { payoutMemo } from '../../src/payout/payoutMemo.ts';
import type { LockRecord, RoundRecord } from '../../src/round/record.ts';
import { guardAddress } from '../chain/transactions.ts';
import { iso } from './composeStats.ts';

/** Commitment, beacon and payout as the detail and the proof of a round show them; `winners` is how many there are. */
export async function composeOnChain(
  record: RoundRecord | null,
  winners: number,
): Promise<Pick<Proof, 'commitment' | 'beacon' | 'payout'>> {
  const lock = record?.lock ?? null;
  if (record === null || lock === null) return { commitment: null, beacon: null, payout: null };
  return {
    commitment: {
      wallet: lock.wallet,
      memo: lock.memo,
      signature: record.commitment?.signature ?? null,
      slot: record.commitment?.slot ?? null,
      blockTime: record.commitment === null ? null : iso(record.commitment.blockTime),
    },
    beacon: {
      network: lock.beacon.name,
      publicKey: lock.beacon.publicKey,
      genesisTime: lock.beacon.genesisTime,
      period: lock.beacon.periodSeconds,
      round: lock.beaconRound,
      time: iso(beaconTime(lock.beacon, lock.beaconRound)),
      signature: record.drawn?.signature ?? null,
      randomness: record.drawn?.randomness ?? null,
    },
    payout: await payoutOf(record, lock, winners),
  };
}

async function payoutOf(record: RoundRecord, lock: LockRecord, winners: number): Promise<Proof['payout']> {
  if (record.payout === null) return null;
  return {
    memo: payoutMemo({ ...lock, winners }),
    guard: await guardAddress(lock.wallet, lock.endsAt),
    signature: record.payout.signature,
    slot: record.payout.slot,
    status: record.payout.status,
  };
}
