import type { Arithmetic } from '../terms/Protocol.ts';
import type { RulesVersion } from '../terms/RulesVersion.ts';
import { beaconKeyId, beaconRandomness, beaconRoundAt, beaconTime } from './beacon.ts';
import { commitMemo } from './commitMemo.ts';
import { drawSeed, drawWinners } from './drawWinners.ts';
import { entriesFromList, joinList, ownersRoot } from './entry.ts';
import { fixRound, isFaithful, placeWinners } from './fixRound.ts';
import { commitSeed, payoutSeed } from './marks.ts';
import { payoutMemo } from './payoutMemo.ts';
import { canonicalRules, rulesHash } from './rules.ts';
import { largest, reasonInBytes, selectEntries } from './selectEntries.ts';
import { splitPrize } from './splitPrize.ts';

/**
 * The arithmetic of version 1 of the rules, computing with the numbers of the version that is given. Frozen:
 * test/domain/frozenProtocol.test.ts compares its outputs with a stored hash.
 */
export function createProtocolV1(numbers: RulesVersion): Arithmetic {
  return {
    ...numbers,
    selectEntries,
    reasonInBytes,
    largest,
    joinList,
    entriesFromList,
    ownersRoot,
    canonicalRules,
    rulesHash,
    splitPrize: (pool) => splitPrize(numbers, pool),
    beaconRoundAt,
    beaconTime,
    beaconKeyId,
    beaconRandomness,
    commitMemo,
    payoutMemo,
    commitSeed,
    payoutSeed,
    fixRound: (input) => fixRound(numbers, input),
    isFaithful: (lock, documents) => isFaithful(numbers, lock, documents),
    drawWinners: (owners, { round, root, randomness }) =>
      drawWinners(owners, drawSeed(round, root, randomness), numbers.placePercents.length),
    placeWinners: (lock, list, randomness) => placeWinners(numbers, lock, list, randomness),
  };
}
