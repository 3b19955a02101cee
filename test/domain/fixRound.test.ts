import { describe, expect, it } from 'vitest';
import { godUnits } from '../../src/money/god.ts';
import { lamports } from '../../src/money/lamports.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { readCommitMemo } from '../../src/protocol/readMemo.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import type { FixRoundInput, LockDocuments, LockRecord } from '../../src/protocol/terms/lock.ts';
import { wallet } from './wallets.ts';

const { fixRound, isFaithful, joinList, placeWinners } = protocolOf(1);

/** Seven wallets whose root, seed and winners were computed with sha256sum and bc from the protocol's text. */
const ENTRIES = [
  { owner: wallet(1), amount: godUnits(100_000_000_000n) },
  { owner: wallet(3), amount: godUnits(250_000_000_001n) },
  { owner: wallet(6), amount: godUnits(18_446_744_073_709_551_615n) },
  { owner: wallet(10), amount: godUnits(100_000_000_000n) },
  { owner: wallet(11), amount: godUnits(999_999_999_999n) },
  { owner: wallet(12), amount: godUnits(123_456_789_012n) },
  { owner: wallet(16), amount: godUnits(100_000_000_007n) },
];
const INPUT: FixRoundInput = {
  round: 123,
  endsAt: 1_692_806_364, // when quicknet's round 1000 was due
  lockSeconds: 60,
  wallet: wallet(9),
  slot: 311_222_333,
  takenAt: 1_692_806_304_500,
  list: joinList(ENTRIES),
  rules: {
    rules: 1,
    terms: '7e'.repeat(32),
    excluded: [
      [wallet(8), 'off curve'],
      [wallet(9), 'excluded'],
    ],
  },
  pool: lamports(12_345_678_901n),
  beacon: QUICKNET,
};
const ROOT = '6cf32eb1ce6dd8e999933ee056301f335f38c46352467ad11278d0df292ca4d9';
const RULES_HASH = 'd45146f37816acdd00cb792385ab9d98b12e2e4c5b43843553814f1b62e2ba27';
/** quicknet's round 1000. */
const RANDOMNESS = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd';

describe('a lock', () => {
  it('fixes root, rules, prizes, beacon and memo', () => {
    expect(fixRound(INPUT)).toEqual({
      round: 123,
      rules: 1,
      endsAt: 1_692_806_364,
      lockSeconds: 60,
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
  const documents: LockDocuments = { list: INPUT.list, rules: INPUT.rules };

  it('is faithful as it was stored', () => {
    expect(isFaithful(lock, documents)).toBe(true);
    expect(isFaithful({ ...lock }, { list: INPUT.list.slice(), rules: { ...INPUT.rules } })).toBe(true);
  });

  it('is faithful whatever amounts stand beside its owners: they are shown, and decide nothing', () => {
    const list = INPUT.list.with(39, (INPUT.list[39] ?? 0) + 1);
    expect(isFaithful(lock, { ...documents, list })).toBe(true);
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
    ['version', { rules: 2 }],
  ];
  it.each(alteredLocks)('with another %s is not faithful', (_field, altered) => {
    expect(isFaithful({ ...lock, ...altered }, documents)).toBe(false);
  });

  const swapped = joinList([1, 0, 2, 3, 4, 5, 6].flatMap((i) => ENTRIES[i] ?? []));
  const alteredDocuments: readonly (readonly [string, Partial<LockDocuments>])[] = [
    ['an owner changed by one bit', { list: INPUT.list.with(0, 3) }],
    ['an entry gone', { list: INPUT.list.slice(0, -40) }],
    ['an entry twice', { list: new Uint8Array([...INPUT.list, ...INPUT.list.slice(-40)]) }],
    ['two entries swapped', { list: swapped }],
    ['other terms', { rules: { ...INPUT.rules, terms: '7f'.repeat(32) } }],
    ['another version', { rules: { ...INPUT.rules, rules: 2 } }],
    ['an exclusion gone', { rules: { ...INPUT.rules, excluded: INPUT.rules.excluded.slice(1) } }],
    ['exclusions in another order', { rules: { ...INPUT.rules, excluded: INPUT.rules.excluded.toReversed() } }],
  ];
  it.each(alteredDocuments)('with %s is not faithful', (_what, altered) => {
    expect(isFaithful(lock, { ...documents, ...altered })).toBe(false);
  });

  it('is not faithful when it was fixed by one version under the published rules of another', () => {
    const mixed = { ...INPUT, rules: { ...INPUT.rules, rules: 2 } };
    expect(isFaithful(fixRound(mixed), { list: mixed.list, rules: mixed.rules })).toBe(false);
  });

  it('has a memo in which everything that it says is read back', () => {
    expect(readCommitMemo(lock.memo)).toEqual({
      ...{ round: 123, endsAt: 1_692_806_364, slot: 311_222_333, root: ROOT, entries: 7 },
      ...{ poolLamports: 12_345_678_901n, totalLamports: 2_469_135_780n },
      ...{ beaconKeyId: '96e74fcdd3a11840', beaconRound: 1000, rulesHash: RULES_HASH },
    });
  });
});

describe('the winners of a lock', () => {
  it('take their places and prizes as computed by hand', () => {
    // Candidates 6292646743132310955 mod 7 = 2, 10082008273240547642 mod 6 = 2, 11861853887809569660 mod 5 = 0.
    expect(placeWinners(fixRound(INPUT), INPUT.list, RANDOMNESS)).toEqual([
      { place: 1, address: wallet(6), lamports: 1_728_395_046n },
      { place: 2, address: wallet(16), lamports: 493_827_156n },
      { place: 3, address: wallet(1), lamports: 246_913_578n },
    ]);
  });

  it.each([
    {
      n: 2,
      root: 'b6eb23182520a40bbf5c862de81846a9f2c5a6a0c77bd84a5a8b29eaee374923',
      winners: [
        { place: 1, address: wallet(1), lamports: 1_728_395_046n },
        { place: 2, address: wallet(3), lamports: 493_827_156n },
      ],
    },
    {
      n: 1,
      root: 'dcffe786ded16d283c663846ad0c4ff26558fccde36ca9d30b2ea19eade9fc0e',
      winners: [{ place: 1, address: wallet(1), lamports: 1_728_395_046n }],
    },
    { n: 0, root: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', winners: [] },
  ])('of $n entries leave the other places and their prizes unfilled', ({ n, root, winners }) => {
    const list = INPUT.list.slice(0, n * 40);
    const lock = fixRound({ ...INPUT, list });
    expect(lock.root).toBe(root);
    expect(lock.total).toBe(2_469_135_780n);
    expect(placeWinners(lock, list, RANDOMNESS)).toEqual(winners);
  });
});
