import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import {
  type BeaconNetwork,
  QUICKNET,
  QUICKNET_CHAIN_HASH,
  QUICKNET_RELAYS,
} from '../../src/protocol/terms/beaconNetwork.ts';
import { beaconKeyId, beaconRandomness, beaconRoundAt, beaconTime } from '../../src/protocol/v1/beacon.ts';
import { verifyBeacon } from '../../src/protocol/verifyBeacon.ts';

/** Five beacons that quicknet published: round, randomness, signature. */
const PUBLISHED: readonly (readonly [number, string, string])[] = [
  [
    42,
    '8ada64bae5c6c0f5540a6a13af56e663240edfbd2c76ac6a8f27671eb7259ce3',
    '95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a',
  ],
  [
    1000,
    'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  ],
  [
    1001,
    'b0a591ad1b9002cfc372ac6e30abd3da8d3088d4caae026961743474fb94235f',
    'b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41',
  ],
  [
    1002,
    '339d3f0e702ed27d36966c6ee85a2bc762a24e178e7e5c835d9b5a7509cb920c',
    'ab066f9c12dd6de1336fca0f925192fb0c72a771c3e4c82ede1fd362c1a770f9eb05843c6308ce2530b53a99c0281a6e',
  ],
  [
    657413,
    'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587',
    'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
  ],
];
const SIGNATURE_1000 =
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';

it('the first beacon of a network has number 1: a signature of number 0 is none', () => {
  const bls = bls12_381.shortSignatures;
  const { secretKey, publicKey } = bls.keygen(new Uint8Array(48).fill(7));
  const network = { ...QUICKNET, publicKey: bytesToHex(publicKey.toBytes()) };
  const signatureOf = (round: number) => {
    const message = sha256(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, round));
    const hashed = bls.hash(message, 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_');
    return bytesToHex(bls.sign(hashed, secretKey).toBytes());
  };
  expect([0, 1, 2].map((round) => verifyBeacon(network, round, signatureOf(round)))).toEqual([false, true, true]);
});

describe.each(PUBLISHED)('the beacon of quicknet round %i', (round, randomness, signature) => {
  it('is genuine', () => {
    expect(verifyBeacon(QUICKNET, round, signature)).toBe(true);
  });

  it('is not that of the next round', () => {
    expect(verifyBeacon(QUICKNET, round + 1, signature)).toBe(false);
  });

  it('is not genuine with one bit flipped', () => {
    const flipped = (Number.parseInt(signature.slice(-1), 16) ^ 1).toString(16);
    expect(verifyBeacon(QUICKNET, round, signature.slice(0, -1) + flipped)).toBe(false);
  });

  it('has the randomness that was published', () => {
    expect(beaconRandomness(signature)).toBe(randomness);
  });
});

describe('a signature that is no beacon', () => {
  it.each([
    ['nothing', ''],
    ['no hex', 'x'.repeat(96)],
    ['one byte short', SIGNATURE_1000.slice(2)],
    ['one byte long', `${SIGNATURE_1000}00`],
    ['upper case', SIGNATURE_1000.toUpperCase()],
    ['with a prefix', `0x${SIGNATURE_1000.slice(2)}`],
    ['the point at infinity', `c0${'00'.repeat(47)}`],
    ['all zeros', '00'.repeat(48)],
    ['all ones', 'ff'.repeat(48)],
    ['its own negation', `9${SIGNATURE_1000.slice(1)}`],
    ["another round's", PUBLISHED[0]?.[2] ?? ''],
  ])('%s counts as false, without an error', (_what, signature) => {
    expect(verifyBeacon(QUICKNET, 1000, signature)).toBe(false);
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53])('of round %d counts as false, without an error', (round) => {
    expect(verifyBeacon(QUICKNET, round, SIGNATURE_1000)).toBe(false);
  });

  it("under another network's key counts as false, without an error", () => {
    // The generator of G2: a valid key that belongs to nobody.
    const generator =
      '93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e' +
      '024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8';
    expect(verifyBeacon({ ...QUICKNET, publicKey: generator }, 1000, SIGNATURE_1000)).toBe(false);
    expect(verifyBeacon({ ...QUICKNET, publicKey: 'ab'.repeat(96) }, 1000, SIGNATURE_1000)).toBe(false);
    expect(verifyBeacon({ ...QUICKNET, publicKey: '' }, 1000, SIGNATURE_1000)).toBe(false);
  });
});

describe('the timetable of quicknet', () => {
  it('publishes round 34119412 at 2026-11-20T08:00Z', () => {
    expect(beaconRoundAt(QUICKNET, 1_795_161_600)).toBe(34_119_412);
    expect(beaconTime(QUICKNET, 34_119_412)).toBe(1_795_161_600);
  });

  it('starts with round 1 at its genesis, and the next comes three seconds later', () => {
    const rounds = [0, 1, 2, 3, 5, 6].map((later) => beaconRoundAt(QUICKNET, 1_692_803_367 + later));
    expect(rounds).toEqual([1, 1, 1, 2, 2, 3]);
    expect(beaconTime(QUICKNET, 1)).toBe(1_692_803_367);
  });

  it('knows no round before its genesis', () => {
    const early = () => beaconRoundAt(QUICKNET, 1_692_803_366);
    expect(early).toThrow(RangeError);
    expect(early).toThrow("1692803366 is before the beacon's genesis 1692803367");
  });

  it('publishes on every full hour, 1,200 rounds apart', () => {
    const first = 1_795_161_600;
    for (let hour = 0; hour < 24 * 400; hour++) {
      const round = beaconRoundAt(QUICKNET, first + hour * 3_600);
      expect(round).toBe(34_119_412 + hour * 1_200);
      expect(beaconTime(QUICKNET, round)).toBe(first + hour * 3_600);
    }
  });

  it('of another network takes the newest round at or before a moment', () => {
    const slow: BeaconNetwork = { ...QUICKNET, genesisTime: 1_000, periodSeconds: 30 };
    expect([1_000, 1_029, 1_030, 1_089].map((unix) => beaconRoundAt(slow, unix))).toEqual([1, 1, 2, 3]);
  });
});

describe('a network in a commitment', () => {
  it("is named by the first 16 hex digits of SHA-256 of its key's bytes", () => {
    expect(beaconKeyId(QUICKNET)).toBe('96e74fcdd3a11840'); // hashlib
  });

  it('is read at its relays under the hash of its chain', () => {
    const hash = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';
    expect(QUICKNET_CHAIN_HASH).toBe(hash);
    expect(QUICKNET_RELAYS).toEqual([
      ...['https://api.drand.sh', 'https://api2.drand.sh'].map((host) => `${host}/${hash}`),
      ...['https://api3.drand.sh', 'https://drand.cloudflare.com'].map((host) => `${host}/${hash}`),
    ]);
  });

  it('is pinned for quicknet, character by character', () => {
    expect(QUICKNET).toEqual({
      name: 'quicknet',
      publicKey:
        '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
        '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
      genesisTime: 1_692_803_367,
      periodSeconds: 3,
    });
  });
});
