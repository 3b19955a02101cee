import { createHash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { seededBytes } from './seededKeys.ts';

/** drand's scheme of quicknet: unchained, short signatures on G1, keys on G2, RFC 9380 hashing. */
export const SCHEME = 'bls-unchained-g1-rfc9380';
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const BEACON_ID = 'local';

/** One published round, in drand's words; signature and randomness are hex. */
export interface Beacon {
  readonly round: number;
  readonly randomness: string;
  readonly signature: string;
}

/** Key pair and schedule of a drand network: hex, seconds and Unix seconds. */
export interface BeaconChain {
  readonly publicKey: string;
  readonly period: number;
  readonly genesisTime: number;
  readonly groupHash: string;
  readonly hash: string;
  readonly beaconId: string;
  /** Signs a round whatever the clock says. It takes about 10 ms the first time and is then remembered. */
  sign(round: number): Beacon;
}

export function beaconChain(worldSeed: string, period: number, genesisTime: number): BeaconChain {
  const scheme = bls12_381.shortSignatures;
  const { secretKey, publicKey: point } = scheme.keygen(expand(seededBytes(worldSeed, 'beacon key')));
  const publicKey = hex(point.toBytes(true));
  const groupHash = hex(seededBytes(worldSeed, 'beacon group'));
  const signed = new Map<number, Beacon>();
  const sign = (round: number): Beacon => {
    const known = signed.get(round);
    if (known !== undefined) return known;
    const message = new Uint8Array(createHash('sha256').update(u64be(round)).digest());
    const signature = scheme.sign(scheme.hash(message, DOMAIN), secretKey).toBytes(true);
    const beacon = { round, randomness: sha256(signature), signature: hex(signature) };
    signed.set(round, beacon);
    return beacon;
  };
  const hash = chainHash({ publicKey, period, genesisTime, groupHash, beaconId: BEACON_ID });
  return { publicKey, period, genesisTime, groupHash, hash, beaconId: BEACON_ID, sign };
}

/** The hash that identifies a drand network, computed as drand's `chain.Info.Hash` does (checked with quicknet's). */
function chainHash(info: Omit<BeaconChain, 'hash' | 'sign'>): string {
  const head = Buffer.alloc(12);
  head.writeUInt32BE(info.period, 0);
  head.writeBigInt64BE(BigInt(info.genesisTime), 4);
  const key = Buffer.from(info.publicKey, 'hex');
  return sha256(Buffer.concat([head, key, Buffer.from(info.groupHash, 'hex'), Buffer.from(info.beaconId)]));
}

/** Key generation wants 48 bytes, so that reducing them modulo the group's order leaves no bias. */
function expand(seed: Uint8Array): Uint8Array {
  return new Uint8Array([...seed, ...createHash('sha256').update(seed).digest().subarray(0, 16)]);
}

function u64be(value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
