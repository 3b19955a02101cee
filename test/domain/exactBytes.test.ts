import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../src/address/address.ts';
import { addressWithSeed } from '../../src/address/addressWithSeed.ts';
import { godUnits } from '../../src/money/god.ts';
import type { DrawRules } from '../../src/protocol/terms/lock.ts';
import type { CommitMemo } from '../../src/protocol/terms/memo.ts';
import { commitMemo, readCommitMemo } from '../../src/protocol/v1/commitMemo.ts';
import { entriesFromList, joinList, listRoot, ownersRoot, u64be } from '../../src/protocol/v1/entry.ts';
import { commitSeed, payoutSeed } from '../../src/protocol/v1/marks.ts';
import { merkleRoot } from '../../src/protocol/v1/merkleRoot.ts';
import { payoutMemo, readPayoutMemo } from '../../src/protocol/v1/payoutMemo.ts';
import { canonicalRules, rulesHash } from '../../src/protocol/v1/rules.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';
import { wallet } from './wallets.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

describe('the Merkle root', () => {
  // Leaves and roots of the certificate-transparency reference tests (merkletree, kSHA256Roots).
  const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  it.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    [4, 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
    [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
    [6, '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
    [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
    [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
  ])("of RFC 6962's first %i reference leaves is the published one", (count, root) => {
    expect(hex(merkleRoot(LEAVES.slice(0, count).map(bytes)))).toBe(root);
  });

  it('never confuses an inner node with a leaf', () => {
    const [a, b] = [bytes('0a'), bytes('0b')];
    const nodes = new Uint8Array([...sha256(bytes('000a')), ...sha256(bytes('000b'))]);
    expect(hex(merkleRoot([nodes]))).not.toBe(hex(merkleRoot([a, b])));
  });
});

describe('an entry', () => {
  const entry = { owner: wallet(1), amount: godUnits(100_000_000_000n) };

  it('has a leaf of the owner’s 32 bytes, and its amount is no part of the root', () => {
    const root = hex(sha256(bytes(`00${'01'.repeat(32)}`)));
    expect(ownersRoot([entry.owner])).toBe(root);
    for (const amount of [0n, entry.amount, 2n ** 64n - 1n])
      expect(listRoot(joinList([{ ...entry, amount: godUnits(amount) }]))).toBe(root);
  });

  it('is stored as the owner and the amount as u64 big-endian, 40 bytes', () => {
    expect(hex(joinList([entry]))).toBe(`${'01'.repeat(32)}000000174876e800`);
  });

  it('is read back from a stored list, also from the middle of a larger buffer', () => {
    const joined = bytes(`${'01'.repeat(32)}000000174876e800${'ff'.repeat(32)}ffffffffffffffff`);
    const expected = [entry, { owner: wallet(255), amount: 18_446_744_073_709_551_615n }];
    expect(entriesFromList(joined)).toEqual(expected);
    const padded = new Uint8Array([7, 7, 7, ...joined, 7]);
    expect(entriesFromList(padded.subarray(3, 3 + joined.length))).toEqual(expected);
    expect(hex(joinList(entriesFromList(joined)))).toBe(hex(joined));
  });

  it('of any kind survives being stored', () => {
    const entries = fc.array(
      fc.record({
        owner: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(addressOf),
        amount: fc.bigInt(0n, 2n ** 64n - 1n).map(godUnits),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(entries, (list) => {
        expect(entriesFromList(joinList(list))).toEqual(list);
      }),
      PROPERTY_RUNS,
    );
  });

  it.each([1, 39, 41, 79])('cannot be read from %i bytes', (length) => {
    expect(() => entriesFromList(new Uint8Array(length))).toThrow(
      new RangeError(`${length} bytes are not whole entries`),
    );
  });

  it('never has an amount outside u64', () => {
    expect(hex(u64be(0n))).toBe('0000000000000000');
    expect(hex(u64be(258n))).toBe('0000000000000102');
    expect(() => u64be(-1n)).toThrow(new RangeError('-1 does not fit u64'));
    expect(() => u64be(2n ** 64n)).toThrow(new RangeError('18446744073709551616 does not fit u64'));
  });
});

describe('the rules', () => {
  const rules: DrawRules = {
    terms: '7e'.repeat(32),
    rules: 1,
    excluded: [
      [wallet(8), 'off curve'],
      [wallet(9), 'excluded'],
    ],
  };

  // The texts come from Python's json with sorted keys, the hashes from hashlib.
  it('are canonical JSON, letter by letter, whatever the order they were written in', () => {
    expect(canonicalRules(rules)).toBe(
      '{"excluded":[["YMN9Qj5jPNp7j14VPcML1B6xGgcPWVZUGLFU3Mnyfaf","off curve"],' +
        '["cGfHiC6Kgg3FpFZvgwGcswsCRtp4aBP2fzuXRQPizuN","excluded"]],' +
        `"rules":1,"terms":"${'7e'.repeat(32)}"}`,
    );
    expect(canonicalRules({ ...rules, excluded: [] })).toBe(`{"excluded":[],"rules":1,"terms":"${'7e'.repeat(32)}"}`);
  });

  it('are named by their SHA-256', () => {
    expect(rulesHash(rules)).toBe('d45146f37816acdd00cb792385ab9d98b12e2e4c5b43843553814f1b62e2ba27');
    expect(rulesHash({ ...rules, excluded: [] })).toBe(
      'c5daebe98bef6c7f30c619e27a8cfef074a5d4a724597a0d11279a0f1078f7e5',
    );
  });
});

describe('the memo of a commitment', () => {
  const COMMIT: CommitMemo = {
    round: 123,
    endsAt: 1_692_806_364,
    slot: 311_222_333,
    root: '6cf32eb1ce6dd8e999933ee056301f335f38c46352467ad11278d0df292ca4d9',
    entries: 7,
    poolLamports: 12_345_678_901n,
    totalLamports: 2_469_135_780n,
    beaconKeyId: '96e74fcdd3a11840',
    beaconRound: 1000,
    rulesHash: 'd45146f37816acdd00cb792385ab9d98b12e2e4c5b43843553814f1b62e2ba27',
  };

  it('has this exact text', () => {
    expect(commitMemo(COMMIT)).toBe(
      'GOD1 commit round=123 ends=1692806364 slot=311222333' +
        ' root=6cf32eb1ce6dd8e999933ee056301f335f38c46352467ad11278d0df292ca4d9 entries=7 pool=12345678901 prizes=2469135780' +
        ' drand=96e74fcdd3a11840:1000 rules=d45146f37816acdd00cb792385ab9d98b12e2e4c5b43843553814f1b62e2ba27',
    );
  });

  const of = (altered: Partial<CommitMemo> = {}) => commitMemo({ ...COMMIT, ...altered });

  it.each([
    [of(), 123, 1_692_806_364],
    [of({ round: 1, endsAt: 1, slot: 0, entries: 1, poolLamports: 0n, totalLamports: 0n, beaconRound: 1 }), 1, 1],
    [of({ round: 999_999_999_999_999, endsAt: 7, poolLamports: 18_446_744_073_709_551_615n }), 999_999_999_999_999, 7],
  ])('%j speaks of round %i and the hour %i', (text, round, ends) => {
    expect(readCommitMemo(text)).toMatchObject({ round, endsAt: ends });
  });

  it.each([
    ['', 'hello', 'GOD1 commit round=123 ends=1692806364 slot=1', `${of()} `, ` ${of()}`, `x\n${of()}`, `${of()}\n`],
    [of({ round: 0 }), of({ round: -1 }), of({ round: 1.5 }), of({ round: 10 ** 15 }), of().replace('=123', '=0123')],
    [of({ endsAt: 0 }), of({ endsAt: 10 ** 15 }), of().replace('ends=', 'ends=0'), of().replace(' ends', '  ends')],
    [of({ root: 'AB'.repeat(32) }), of({ root: 'ab' }), of({ rulesHash: '' }), of({ beaconKeyId: 'ab' })],
    [of({ entries: 0 }), of({ slot: -1 }), of().replace('pool=', 'pool=0'), of().replace('GOD1', 'god1')],
    [of().replace('commit', 'payout'), of().replace(' prizes=2469135780', ''), `${of()} rules=1`],
  ])('no other text does', (...texts) => {
    for (const text of texts) expect(readCommitMemo(text)).toBeNull();
  });

  it('is never longer than a search stores', () => {
    const most = 999_999_999_999_999;
    const amounts = { poolLamports: 2n ** 64n - 1n, totalLamports: 2n ** 64n - 1n };
    expect(
      of({ round: most, endsAt: most, slot: most, entries: 999_999_999, beaconRound: most, ...amounts }).length,
    ).toBeLessThanOrEqual(400);
  });
});

describe('the memo of a payout', () => {
  it('has this exact text', () => {
    const root = '6cf32eb1ce6dd8e999933ee056301f335f38c46352467ad11278d0df292ca4d9';
    expect(payoutMemo({ round: 123, endsAt: 1_692_806_364, root, beaconRound: 1000, winners: 3 })).toBe(
      'GOD1 payout round=123 ends=1692806364' +
        ' root=6cf32eb1ce6dd8e999933ee056301f335f38c46352467ad11278d0df292ca4d9 drand=1000 winners=3',
    );
  });

  it('names its round and its hour, and no other text does', () => {
    const text = payoutMemo({ round: 123, endsAt: 1_692_806_364, root: 'ab'.repeat(32), beaconRound: 9, winners: 3 });
    expect(readPayoutMemo(text)).toEqual({ round: 123, endsAt: 1_692_806_364 });
    const others = ['', ` ${text}`, `${text} `, text.replace('=123', '=0'), text.replace('=123', '=0123')];
    others.push(text.replace('payout', 'commit'), text.replace('ab', 'AB'), text.replace('winners=3', 'winners=0'));
    for (const other of others) expect(readPayoutMemo(other)).toBeNull();
  });
});

describe('the marks of an hour', () => {
  // The addresses come from sha256sum over base, seed and 32 zero bytes.
  it.each([
    [commitSeed(1_692_806_364), 'commit:1692806364', '5DMn7f1Us9oyvLBDEn8YjxsLcgyAHSfB4BxEr1TZTSJw'],
    [payoutSeed(1_692_806_364), 'payout:1692806364', 'E8e5YVjKVUfapzZmRdVXxpwq4BYNsgEHdpszN2JpKHZF'],
  ])('have the seed %s and the address that it gives with the pool wallet', (seed, text, mark) => {
    expect([seed, addressWithSeed(wallet(9), seed)]).toEqual([text, mark]);
  });
});
