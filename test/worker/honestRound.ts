import type { Address } from '../../src/address/address.ts';
import { godUnits } from '../../src/money/god.ts';
import { lamports } from '../../src/money/lamports.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import type { LockDocuments, LockRecord, PlacedWinner } from '../../src/protocol/terms/lock.ts';
import type { DrawnBeacon, SeenCommitment, StepMoments } from '../../src/round/record.ts';
import { wallet } from '../domain/wallets.ts';

const { fixRound, joinList } = protocolOf(1);

/** When quicknet's round 1000 was due: the end of the honest round. */
export const ENDS_AT = 1_692_806_364;
export const POOL = 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB' as string as Address;

/** Seven wallets in draw order. */
const ENTRIES = [
  { owner: wallet(1), amount: godUnits(100_000_000_000n) },
  { owner: wallet(2), amount: godUnits(250_000_000_001n) },
  { owner: wallet(3), amount: godUnits(18_446_744_073_709_551_615n) },
  { owner: wallet(4), amount: godUnits(100_000_000_000n) },
  { owner: wallet(5), amount: godUnits(999_999_999_999n) },
  { owner: wallet(6), amount: godUnits(123_456_789_012n) },
  { owner: wallet(7), amount: godUnits(100_000_000_007n) },
];

export const DOCUMENTS: LockDocuments = {
  list: joinList(ENTRIES),
  rules: {
    rules: 1,
    terms: '7e'.repeat(32),
    excluded: [
      [wallet(8), 'off curve'],
      [wallet(9), 'excluded'],
    ],
  },
};

/** The lock of such a round, by default number 123. `fixRound` itself is tested with hand-computed values elsewhere. */
export function lockOf(round = 123, documents = DOCUMENTS, endsAt = ENDS_AT): LockRecord {
  return fixRound({
    ...{ round, endsAt, lockSeconds: 60, wallet: POOL, slot: 311_222_333, takenAt: (endsAt - 60) * 1_000 },
    ...documents,
    pool: lamports(12_345_678_901n),
    beacon: QUICKNET,
  });
}

/** What the chain shows of its commitment. */
export const COMMITMENT: SeenCommitment = {
  signature: 'commit-signature',
  slot: 311_222_400,
  blockTime: ENDS_AT - 30,
  final: false,
};

/** Of a round whose times were not kept. */
export const NO_TIMES: StepMoments = {
  ...{ lockedAt: null, committedAt: null, beaconAt: null },
  ...{ drawnAt: null, paidAt: null, finalAt: null },
};

/** Quicknet's round 1000, as it was published. */
export const BEACON_1000: DrawnBeacon = {
  signature: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
};
/** Quicknet's round 1001: genuine, and not this round's. */
export const BEACON_1001: DrawnBeacon = {
  signature: 'b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41',
  randomness: 'b0a591ad1b9002cfc372ac6e30abd3da8d3088d4caae026961743474fb94235f',
};

const placed = (addresses: readonly Address[]): PlacedWinner[] =>
  ([1_728_395_046n, 493_827_156n, 246_913_578n] as const).flatMap((amount, i) => {
    const address = addresses[i];
    const place = ([1, 2, 3] as const)[i];
    return address === undefined || place === undefined ? [] : [{ place, address, lamports: lamports(amount) }];
  });

/** The winners of round 123 under each beacon, computed with sha256sum and bc. */
export const WINNERS_1000 = placed([wallet(5), wallet(6), wallet(2)]);
export const WINNERS_1001 = placed([wallet(6), wallet(4), wallet(3)]);
