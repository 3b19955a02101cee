import type { FixRoundInput, LockDocuments, LockRecord, PlacedWinner } from '../terms/lock.ts';
import { PLACES } from '../terms/places.ts';
import type { RulesVersion } from '../terms/RulesVersion.ts';
import { beaconKeyId, beaconRoundAt } from './beacon.ts';
import { commitMemo } from './commitMemo.ts';
import { drawSeed, drawWinners } from './drawWinners.ts';
import { entriesFromList, listRoot, ROW_BYTES } from './entry.ts';
import { rulesHash } from './rules.ts';
import { splitPrize } from './splitPrize.ts';

/** All that a lock fixes, derived from what was read. Locks, signers and verifiers share this derivation. */
export function fixRound(numbers: RulesVersion, input: FixRoundInput): LockRecord {
  const { round, endsAt, lockSeconds, wallet, slot, takenAt, list, pool, beacon } = input;
  const entries = list.length / ROW_BYTES;
  const root = listRoot(list);
  const rules = rulesHash(input.rules);
  const { total } = splitPrize(numbers, pool);
  const beaconRound = beaconRoundAt(beacon, endsAt);
  const memo = commitMemo({
    round,
    endsAt,
    slot,
    root,
    entries,
    poolLamports: pool,
    totalLamports: total,
    beaconKeyId: beaconKeyId(beacon),
    beaconRound,
    rulesHash: rules,
  });
  return {
    round,
    rules: numbers.version,
    endsAt,
    lockSeconds,
    wallet,
    slot,
    takenAt,
    entries,
    root,
    rulesHash: rules,
    pool,
    total,
    memo,
    beacon,
    beaconRound,
  };
}

/**
 * Repeats `fixRound` from a stored round's documents: true when nothing was altered that the commitment promises.
 * `wallet`, `takenAt` and `lockSeconds` of the lock are not checked.
 */
export function isFaithful(numbers: RulesVersion, lock: LockRecord, documents: LockDocuments): boolean {
  const again = fixRound(numbers, { ...lock, ...documents });
  return (
    documents.rules.rules === numbers.version &&
    again.rules === lock.rules &&
    again.memo === lock.memo &&
    again.root === lock.root &&
    again.rulesHash === lock.rulesHash &&
    again.entries === lock.entries &&
    again.total === lock.total &&
    again.beaconRound === lock.beaconRound
  );
}

/** The winners and their prizes, as lock and randomness decide them. */
export function placeWinners(
  numbers: RulesVersion,
  lock: LockRecord,
  list: Uint8Array,
  randomness: string,
): PlacedWinner[] {
  const prize = splitPrize(numbers, lock.pool);
  const seed = drawSeed(lock.round, lock.root, randomness);
  const winners = drawWinners(entriesFromList(list), seed, numbers.placePercents.length);
  return PLACES.flatMap((place, i) => {
    const [winner, lamports] = [winners[i], prize.places[i]];
    return winner === undefined || lamports === undefined ? [] : [{ place, address: winner.owner, lamports }];
  });
}
