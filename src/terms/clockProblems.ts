import type { BeaconNetwork } from '../protocol/terms/beaconNetwork.ts';
import { leadSeconds } from '../protocol/timing.ts';
import type { Announced } from './announceMemo.ts';

const SHORTEST_LOCK = 10;

/** The rules of docs/protocol.md, section 13, that announced times break, as sentences. All times are in seconds. */
export function clockProblems(
  { genesis, length, lock, lead }: Pick<Announced, 'genesis' | 'length' | 'lock' | 'lead'>,
  { genesisTime, periodSeconds }: Pick<BeaconNetwork, 'genesisTime' | 'periodSeconds'>,
): string[] {
  const isBeaconTime =
    periodSeconds > 0 &&
    genesis >= genesisTime &&
    length % periodSeconds === 0 &&
    (genesis - genesisTime) % periodSeconds === 0;
  return [
    ...(lock >= SHORTEST_LOCK && lock < length ? [] : [`${SHORTEST_LOCK} s ≤ lock < length does not hold`]),
    ...(lead === leadSeconds(lock) ? [] : ['lead is not min(20, floor(lock / 3))']),
    ...(isBeaconTime ? [] : ['not every round ends at the time of a beacon']),
  ];
}
