import { bytesToHex } from '@noble/hashes/utils.js';
import type { DrawInput, Protocol } from './terms/Protocol.ts';
import { createProtocolV1 } from './v1/createProtocolV1.ts';
import { drawSeed } from './v1/drawWinners.ts';
import { CURRENT_RULES, VERSIONS } from './versions.ts';

/**
 * Versions so far differ in their numbers alone, and the arithmetic of `v1` computes them all. One that needs other
 * bytes gets a folder of its own beside `v1` and is chosen here.
 */
const PROTOCOLS: ReadonlyMap<number, Protocol> = new Map(
  VERSIONS.map((numbers) => [numbers.version, createProtocolV1(numbers)]),
);

/** A round of rules that this deployment does not know: made by a newer one, which alone can go on with it. */
export class UnknownRules extends Error {
  override readonly name = 'UnknownRules';

  constructor(version: number) {
    super(`rules version ${version} is not known here, a newer version of this software made it`);
  }
}

/** How a round of a version is computed. Throws `UnknownRules`. */
export function protocolOf(version: number): Protocol {
  const protocol = knownProtocol(version);
  if (protocol === null) throw new UnknownRules(version);
  return protocol;
}

/** As `protocolOf`; null for a version that this deployment does not know. */
export function knownProtocol(version: number): Protocol | null {
  return PROTOCOLS.get(version) ?? null;
}

/** The seed of a draw by a protocol, hex: a value on the way to the winners, for those who want to see it. */
export function drawSeedOf(_protocol: Protocol, { round, root, randomness }: DrawInput): string {
  return bytesToHex(drawSeed(round, root, randomness));
}

/** How the next round will be computed. */
export const CURRENT_PROTOCOL: Protocol = protocolOf(CURRENT_RULES.version);
