import { bytesToHex } from '@noble/hashes/utils.js';
import type { Arithmetic, DrawInput } from './terms/Protocol.ts';
import { createProtocolV1 } from './v1/createProtocolV1.ts';
import { drawSeed } from './v1/drawWinners.ts';
import { CURRENT_RULES, VERSIONS } from './versions.ts';

/**
 * The arithmetic of each version of the rules, by its number. As long as versions differ only in their numbers, `v1`
 * computes them all. A version with other bytes gets a folder beside `v1`, and is chosen here.
 */
export const ARITHMETIC: ReadonlyMap<number, Arithmetic> = new Map(
  VERSIONS.map((numbers) => [numbers.version, createProtocolV1(numbers)]),
);

/**
 * The arithmetic of the first version with the shares that terms name. `share`: the prizes, in percent of the pool.
 * `places`: the prize of each place, in percent of the prizes. Null when no version has these shares. The first one is
 * taken, so that terms keep their version even if a later one has the same shares.
 */
export function arithmeticWith({ share, places }: NamedShares): Arithmetic | null {
  const named = [...ARITHMETIC.values()].find(
    ({ poolPercent, placePercents }) => poolPercent === BigInt(share) && placePercents.join() === places.join(),
  );
  return named ?? null;
}

interface NamedShares {
  readonly share: number;
  readonly places: readonly number[];
}

/** The arithmetic of the newest version. */
export const CURRENT_ARITHMETIC: Arithmetic = createProtocolV1(CURRENT_RULES);

/** The seed of a draw, hex: the value between beacon and winners, for those who want to see it. */
export function drawSeedOf(_arithmetic: Arithmetic, { round, root, randomness }: DrawInput): string {
  return bytesToHex(drawSeed(round, root, randomness));
}
