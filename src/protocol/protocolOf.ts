import { ARITHMETIC } from './arithmeticOf.ts';
import type { Protocol } from './terms/Protocol.ts';
import { verifyBeacon } from './verifyBeacon.ts';
import { CURRENT_RULES } from './versions.ts';

const PROTOCOLS: ReadonlyMap<number, Protocol> = new Map(
  [...ARITHMETIC].map(([version, arithmetic]) => [version, { ...arithmetic, verifyBeacon }]),
);

/**
 * A round has rules that this deployment does not know. Only a newer deployment, which made the round, can continue it.
 */
export class UnknownRules extends Error {
  override readonly name = 'UnknownRules';

  constructor(version: number) {
    super(`rules version ${version} is not known here: newer software made the round`);
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

/** The protocol of the newest version. A round is played by the version of its terms, which `arithmeticWith` finds. */
export const CURRENT_PROTOCOL: Protocol = protocolOf(CURRENT_RULES.version);
