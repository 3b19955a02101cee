import { bytesToHex } from '@noble/hashes/utils.js';
import type { Arithmetic, DrawInput } from './terms/Protocol.ts';
import { createProtocolV1 } from './v1/createProtocolV1.ts';
import { drawSeed } from './v1/drawWinners.ts';
import { CURRENT_RULES, VERSIONS } from './versions.ts';

/**
 * Versions so far differ in their numbers alone, and the arithmetic of `v1` computes them all. One that needs other
 * bytes gets a folder of its own beside `v1` and is chosen here.
 */
export const ARITHMETIC: ReadonlyMap<number, Arithmetic> = new Map(
  VERSIONS.map((numbers) => [numbers.version, createProtocolV1(numbers)]),
);

/**
 * The first version with these shares, as terms name them: percent of the pool, and of that for each place. A round is
 * played by the version that its terms name, whatever a deployment knows besides: a later version with the same shares
 * takes no terms over that were announced before it. Null: there is none.
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

/** The seed of a draw by a version's arithmetic, hex: a value on the way to the winners, for those who want to see it. */
export function drawSeedOf(_arithmetic: Arithmetic, { round, root, randomness }: DrawInput): string {
  return bytesToHex(drawSeed(round, root, randomness));
}
