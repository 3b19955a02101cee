import type * as Beacon from '../../src/protocol/v1/verifyBeacon.ts';

/** The same module, whose pairing is computed once for each signature: most lies leave the beacon alone. */
export function rememberedBeacon(real: typeof Beacon): typeof Beacon {
  const known = new Map<string, boolean>();
  return {
    ...real,
    verifyBeacon(network, round, signature) {
      const key = `${network.publicKey} ${round} ${signature}`;
      const valid = known.get(key) ?? real.verifyBeacon(network, round, signature);
      known.set(key, valid);
      return valid;
    },
  };
}
