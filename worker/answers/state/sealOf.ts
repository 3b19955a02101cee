import type { Seal } from '../../../src/contract/seal.ts';
import { knownProtocol } from '../../../src/protocol/protocolOf.ts';
import type { RoundRecord } from '../../../src/round/record.ts';
import { isoOfSeconds } from '../isoTime.ts';

/**
 * What a round's lock sealed; null for a round without a lock, for a rehearsal, which nothing on chain seals, and for
 * rules that this version does not know.
 */
export function sealOf({ lock, commitment, drawn, payouts }: RoundRecord): Seal | null {
  const protocol = lock && knownProtocol(lock.rules);
  if (lock === null || protocol === null || payouts === 'shadow') return null;
  return {
    root: lock.root,
    entries: lock.entries,
    signature: commitment?.signature ?? null,
    sealedAt: commitment === null ? null : isoOfSeconds(commitment.blockTime),
    beaconRound: lock.beaconRound,
    beaconAt: isoOfSeconds(protocol.beaconTime(lock.beacon, lock.beaconRound)),
    randomness: drawn?.randomness ?? null,
  };
}
