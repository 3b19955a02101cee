import { describe, expect, it } from 'vitest';
import { godUnits } from '../../src/money/god.ts';
import { lamports } from '../../src/money/lamports.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import type { FixRoundInput, LockDocuments, LockRecord } from '../../src/protocol/terms/lock.ts';
import { wallet } from './wallets.ts';

const { fixRound, isFaithful, joinLeaves, placeWinners } = protocolOf(1);

/** Seven wallets whose root, seed and winners were computed in Python from the protocol's text. */
const ENTRIES = [
  { owner: wallet(1), amount: godUnits(100_000_000_000n) },
  { owner: wallet(2), amount: godUnits(250_000_000_001n) },
  { owner: wallet(3), amount: godUnits(18_446_744_073_709_551_615n) },
  { owner: wallet(4), amount: godUnits(100_000_000_000n) },
  { owner: wallet(5), amount: godUnits(999_999_999_999n) },
  { owner: wallet(6), amount: godUnits(123_456_789_012n) },
  { owner: wallet(7), amount: godUnits(100_000_000_007n) },
];
const INPUT: FixRoundInput = {
  round: 123,
  endsAt: 1_692_806_364, // when quicknet's round 1000 was due
  wallet: wallet(9),
  slot: 311_222_333,
  takenAt: 1_692_806_304_500,
  leaves: joinLeaves(ENTRIES),
  rules: {
    rules: 1,
    mint: wallet(77),
    threshold: '100000000000',
    top: 0,
    excluded: [
      [wallet(8), '5000000000000', 'märket "maker"'],
      [wallet(9), '100000000000', 'lottery pool'],
    ],
  },
  pool: lamports(12_345_678_901n),
  beacon: QUICKNET,
};
const ROOT = 'ce01e78cc793967077f0bb5af24092086874268b200cfb472247f959b03fe6d2';
const RULES_HASH = 'b7c0957158835074d53b17032b74640b127677a8e9b4aa50c6e5abfa60397ff9';
/** quicknet's round 1000. */
const RANDOMNESS = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd';

describe('a lock', () => {
  it('fixes root, rules, prizes, beacon and memo', () => {
    expect(fixRound(INPUT)).toEqual({
      round: 123,
      rules: 1,
      endsAt: 1_692_806_364,
      wallet: wallet(9),
      slot: 311_222_333,
      takenAt: 1_692_806_304_500,
      entries: 7,
      root: ROOT,
      rulesHash: RULES_HASH,
      pool: 12_345_678_901n,
      total: 2_469_135_780n,
      memo:
        `GOD1 commit round=123 ends=1692806364 slot=311222333 root=${ROOT} entries=7 pool=12345678901` +
        ` prizes=2469135780 drand=96e74fcdd3a11840:1000 rules=${RULES_HASH}`,
      beacon: QUICKNET,
      beaconRound: 1000,
    });
  });
});

describe('a stored round', () => {
  const lock = fixRound(INPUT);
  const documents: LockDocuments = { leaves: INPUT.leaves, rules: INPUT.rules };

  it('is faithful as it was stored', () => {
    expect(isFaithful(lock, documents)).toBe(true);
    expect(isFaithful({ ...lock }, { leaves: INPUT.leaves.slice(), rules: { ...INPUT.rules } })).toBe(true);
  });

  const alteredLocks: readonly (readonly [string, Partial<LockRecord>])[] = [
    ['round', { round: 124 }],
    ['end', { endsAt: lock.endsAt + 3 }],
    ['slot', { slot: lock.slot + 1 }],
    ['number of entries', { entries: 8 }],
    ['root', { root: `0${ROOT.slice(1)}` }],
    ['hash of the rules', { rulesHash: `0${RULES_HASH.slice(1)}` }],
    ['pool', { pool: lamports(12_345_678_902n) }],
    ['total', { total: lamports(2_469_135_781n) }],
    ['memo', { memo: lock.memo.replace('entries=7', 'entries=8') }],
    ['beacon key', { beacon: { ...QUICKNET, publicKey: `93${QUICKNET.publicKey.slice(2)}` } }],
    ['beacon genesis', { beacon: { ...QUICKNET, genesisTime: QUICKNET.genesisTime - 3 } }],
    ['beacon period', { beacon: { ...QUICKNET, periodSeconds: 6 } }],
    ['beacon round', { beaconRound: 999 }],
  ];
  it.each(alteredLocks)('with another %s is not faithful', (_field, altered) => {
    expect(isFaithful({ ...lock, ...altered }, documents)).toBe(false);
  });

  const swapped = joinLeaves([1, 0, 2, 3, 4, 5, 6].flatMap((i) => ENTRIES[i] ?? []));
  const alteredDocuments: readonly (readonly [string, Partial<LockDocuments>])[] = [
    ['an owner changed by one bit', { leaves: INPUT.leaves.with(0, 3) }],
    ['an amount changed by one unit', { leaves: INPUT.leaves.with(39, (INPUT.leaves[39] ?? 0) + 1) }],
    ['an entry gone', { leaves: INPUT.leaves.slice(0, -40) }],
    ['an entry twice', { leaves: new Uint8Array([...INPUT.leaves, ...INPUT.leaves.slice(-40)]) }],
    ['two entries swapped', { leaves: swapped }],
    ['another mint', { rules: { ...INPUT.rules, mint: wallet(1) } }],
    ['another threshold', { rules: { ...INPUT.rules, threshold: '100000000001' } }],
    ['another number of largest', { rules: { ...INPUT.rules, top: 10 } }],
    ['an exclusion gone', { rules: { ...INPUT.rules, excluded: INPUT.rules.excluded.slice(1) } }],
    ['exclusions in another order', { rules: { ...INPUT.rules, excluded: INPUT.rules.excluded.toReversed() } }],
  ];
  it.each(alteredDocuments)('with %s is not faithful', (_what, altered) => {
    expect(isFaithful(lock, { ...documents, ...altered })).toBe(false);
  });
});

describe('the winners of a lock', () => {
  it('take their places and prizes as computed by hand', () => {
    // Candidates 6866455551281053995 mod 7 = 1, 9835081207418909258 mod 6 = 2, 14030005232768597977 mod 5 = 2.
    expect(placeWinners(fixRound(INPUT), INPUT.leaves, RANDOMNESS)).toEqual([
      { place: 1, address: wallet(2), lamports: 1_728_395_046n },
      { place: 2, address: wallet(3), lamports: 493_827_156n },
      { place: 3, address: wallet(6), lamports: 246_913_578n },
    ]);
  });

  it.each([
    {
      n: 2,
      root: 'e83586aa8059f8d71f2b09c9b071304423464cd1b1484f0edb4c07c525bca220',
      winners: [
        { place: 1, address: wallet(1), lamports: 1_728_395_046n },
        { place: 2, address: wallet(2), lamports: 493_827_156n },
      ],
    },
    {
      n: 1,
      root: '7a4d4d2f27aa5dd7badfdc91df65ac738130ad6dcd75e74be7fd71d20ffc6c0b',
      winners: [{ place: 1, address: wallet(1), lamports: 1_728_395_046n }],
    },
    { n: 0, root: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', winners: [] },
  ])('of $n entries leave the other places and their prizes unfilled', ({ n, root, winners }) => {
    const leaves = INPUT.leaves.slice(0, n * 40);
    const lock = fixRound({ ...INPUT, leaves });
    expect(lock.root).toBe(root);
    expect(lock.total).toBe(2_469_135_780n);
    expect(placeWinners(lock, leaves, RANDOMNESS)).toEqual(winners);
  });
});
