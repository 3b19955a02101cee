import type { PublicConfig } from '../../src/contract/config.ts';
import { roundAt, roundStartsAt } from '../../src/round/clock.ts';

/** The number of the round that runs at `now`, a server time in ms; null before the settings are known. */
export function currentRound(config: PublicConfig | null, now: number): number | null {
  return config && roundAt(clockOf(config), now / 1000);
}

/** When a round begins, in ms; null before the settings are known. */
export function beginningOf(config: PublicConfig | null, round: number): number | null {
  return config && roundStartsAt(clockOf(config), round) * 1000;
}

function clockOf({ genesisTime, roundSeconds, entryLockSeconds }: PublicConfig) {
  return { genesisTime: Date.parse(genesisTime) / 1000, roundSeconds, entryLockSeconds };
}
