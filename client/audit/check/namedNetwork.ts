import { QUICKNET } from '../../../src/protocol/terms/beaconNetwork.ts';
import { PINNED_QUICKNET, type TrustedNetwork } from '../chain/Lottery.ts';

/** A drand network as a person types it. An empty text counts as missing. */
export interface TypedNetwork {
  /** G2 point, 96 bytes compressed, hex. */
  readonly publicKey?: string | undefined;
  /** Unix seconds. */
  readonly genesis?: string | undefined;
  readonly period?: string | undefined;
}

/**
 * The network that the user named, or quicknet when nothing was typed. If the typed texts are incomplete or wrong, a
 * sentence about the first fault.
 */
export function namedNetwork({ publicKey, genesis, period }: TypedNetwork): TrustedNetwork | string {
  if (!publicKey && !genesis && !period) return PINNED_QUICKNET;
  if (!publicKey || !genesis || !period) return 'The key, the genesis and the period of a drand network go together.';
  if (!/^[0-9a-f]{192}$/.test(publicKey)) return 'The key of a drand network is 96 bytes of lower-case hex.';
  if (!/^\d{1,12}$/.test(genesis)) return 'The genesis of a drand network is a whole number of unix seconds.';
  if (!/^[1-9]\d{0,5}$/.test(period)) return 'The period of a drand network is a whole number of seconds.';
  const numbers = { publicKey, genesisTime: Number(genesis), periodSeconds: Number(period) };
  const isQuicknet =
    publicKey === QUICKNET.publicKey &&
    numbers.genesisTime === QUICKNET.genesisTime &&
    numbers.periodSeconds === QUICKNET.periodSeconds;
  return isQuicknet ? PINNED_QUICKNET : { network: { name: 'named', ...numbers }, by: 'pinned' };
}
