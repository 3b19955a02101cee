import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../src/address/address.ts';
import { godUnits } from '../../src/money/god.ts';
import { lamports } from '../../src/money/lamports.ts';
import { arithmeticWith, CURRENT_ARITHMETIC, drawSeedOf } from '../../src/protocol/arithmeticOf.ts';
import { CURRENT_PROTOCOL, protocolOf, UnknownRules } from '../../src/protocol/protocolOf.ts';
import { readCommitMemo, readPayoutMemo } from '../../src/protocol/readMemo.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import type { Holding } from '../../src/protocol/terms/entries.ts';
import type { Protocol } from '../../src/protocol/terms/Protocol.ts';
import { PLACE_PATTERN } from '../../src/protocol/terms/places.ts';
import { CURRENT_RULES, VERSIONS } from '../../src/protocol/versions.ts';
import { wallet } from './wallets.ts';

/** Quicknet's published round 1000. */
const SIGNATURE = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
const RANDOMNESS = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd';

/**
 * SHA-256 of everything that a version computes from fixed inputs. A difference means that committed rounds would be
 * computed differently: make a new version instead. Never change a line of this list.
 */
const PROMISED: Readonly<Record<number, string>> = {
  1: 'c6de33d599cf6a35c4a4e0f941661987300c6d8175ad194faca27c870c63182a',
};

describe('a version of the rules', () => {
  it.each(VERSIONS.map(({ version }) => version))('number %i computes what it always has', (version) => {
    expect(
      createHash('sha256')
        .update(outputsOf(protocolOf(version)))
        .digest('hex'),
    ).toBe(PROMISED[version]);
  });

  it('has a number of its own, counted from 1, and its places share all of the prizes', () => {
    expect(VERSIONS.map(({ version }) => version)).toEqual(VERSIONS.map((_, index) => index + 1));
    for (const { placePercents } of VERSIONS) {
      expect(placePercents.reduce((sum, percent) => sum + percent, 0n)).toBe(100n);
    }
    expect(CURRENT_PROTOCOL.version).toBe(CURRENT_RULES.version);
    expect(CURRENT_RULES).toBe(VERSIONS.at(-1));
  });

  it('that this deployment does not know is refused by name', () => {
    expect(() => protocolOf(999)).toThrow(UnknownRules);
    expect(() => protocolOf(999)).toThrow('rules version 999 is not known here');
    expect(() => protocolOf(999)).toThrow(expect.objectContaining({ name: 'UnknownRules' }));
  });

  it('is named by its shares alone; shares that no version has name none', () => {
    for (const { version, poolPercent, placePercents } of VERSIONS) {
      const [share, places] = [Number(poolPercent), placePercents.map(Number)];
      expect(arithmeticWith({ share, places })?.version).toBe(version);
      expect(arithmeticWith({ share: share + 1, places })).toBeNull();
      expect(arithmeticWith({ share, places: places.slice(1) })).toBeNull();
    }
  });

  it('has places that a text can be searched for', () => {
    const isPlace = (text: string) => new RegExp(`^${PLACE_PATTERN}$`).test(text);
    expect(['1', '2', '3', '0', '4', '12', ''].map(isPlace)).toEqual([true, true, true, false, false, false, false]);
  });

  it('shows the seed of a draw as the hash of its label, round, root and randomness', () => {
    const root = 'ab'.repeat(32);
    const round = Buffer.from('000000000000007b', 'hex');
    const bytes = [Buffer.from('game-of-draws/1'), round, Buffer.from(root, 'hex'), Buffer.from(RANDOMNESS, 'hex')];
    expect(drawSeedOf(CURRENT_ARITHMETIC, { round: 123, root, randomness: RANDOMNESS })).toBe(
      createHash('sha256').update(Buffer.concat(bytes)).digest('hex'),
    );
  });
});

/** Every function of a protocol over fixed vectors, as text. */
function outputsOf(protocol: Protocol): string {
  const holdings = manyHoldings(protocol.threshold);
  const isExcluded = (owner: string) => owner === wallet(9);
  const selected = [0, 1, 7].map((top) =>
    protocol.selectEntries(holdings, { threshold: protocol.threshold, top, isExcluded }),
  );
  const entries = selected[0]?.entries ?? [];
  const owners = entries.map(({ owner }) => owner);
  const rules = {
    rules: protocol.version,
    terms: '7e'.repeat(32),
    excluded: (selected[0]?.excluded ?? []).map(({ owner, reason }) => [owner, reason] as const),
  };
  const list = protocol.joinList(entries);
  const pools = [0n, 1n, 9n, 12_345_678_901n, 18_446_744_073_709_551_615n].map(lamports);
  const locks = pools.map((pool, i) =>
    protocol.fixRound({
      ...{
        round: 123 + i,
        endsAt: 1_692_806_364 + i,
        lockSeconds: 60,
        wallet: wallet(9),
        slot: 311_222_333,
        takenAt: 1_692_806_304_500,
      },
      ...{ list, rules, pool, beacon: QUICKNET },
    }),
  );
  const memos = locks.map((lock) => [lock.memo, protocol.payoutMemo({ ...lock, winners: 3 })] as const);
  const outputs = {
    numbers: [protocol.version, protocol.threshold, protocol.poolPercent, protocol.placePercents],
    selected,
    largest: protocol.largest(entries, 5),
    list: Buffer.from(list).toString('hex'),
    entries: protocol.entriesFromList(list),
    reasons: holdings.map(({ owner }) => protocol.reasonInBytes(owner)),
    roots: Array.from({ length: 9 }, (_, n) => protocol.ownersRoot(owners.slice(0, n))),
    rules: [protocol.canonicalRules(rules), protocol.rulesHash(rules)],
    prizes: pools.map((pool) => protocol.splitPrize(pool)),
    beacon: [
      [1_692_803_367, 1_692_806_364, 1_795_161_600].map((unix) => protocol.beaconRoundAt(QUICKNET, unix)),
      protocol.beaconTime(QUICKNET, 1000),
      protocol.beaconKeyId(QUICKNET),
      protocol.beaconRandomness(SIGNATURE),
      [1000, 1001].map((round) => protocol.verifyBeacon(QUICKNET, round, SIGNATURE)),
    ],
    locks,
    faithful: locks.map((lock) => protocol.isFaithful(lock, { list, rules })),
    memos,
    read: memos.map(([commitment, payout]) => [subjectOf(readCommitMemo(commitment)), readPayoutMemo(payout)]),
    marks: [protocol.commitSeed(1_692_806_364), protocol.payoutSeed(1_692_806_364)],
    drawn: Array.from({ length: 12 }, (_, n) =>
      protocol.drawWinners(owners.slice(0, n), { round: n, root: '00'.repeat(32), randomness: RANDOMNESS }),
    ),
    winners: locks.map((lock) => protocol.placeWinners(lock, list, RANDOMNESS)),
  };
  return JSON.stringify(outputs, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
}

/** Thirty wallets around the threshold, some frozen, in no order. */
function manyHoldings(threshold: bigint): Holding[] {
  return Array.from({ length: 30 }, (_, i) => ({
    owner: addressOf(new Uint8Array(32).fill((i * 37) % 251)),
    amount: godUnits(threshold - 2n + BigInt((i * 7) % 11)),
    frozen: godUnits(i % 5 === 0 ? 3n : 0n),
  }));
}

const subjectOf = (said: ReturnType<typeof readCommitMemo>) => said && { round: said.round, endsAt: said.endsAt };
