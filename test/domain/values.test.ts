import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Address, address } from '../../src/address/address.ts';
import { markOf } from '../../src/marks/readForm.ts';
import { lamports } from '../../src/money/lamports.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { readCommitMemo, readPayoutMemo } from '../../src/protocol/readMemo.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import { commitWindow, leadSeconds } from '../../src/protocol/timing.ts';
import { drawSeed } from '../../src/protocol/v1/drawWinners.ts';
import { VERSIONS } from '../../src/protocol/versions.ts';
import { parseTaxMemo } from '../../src/tax/taxMemo.ts';
import { readAnnounceMemo } from '../../src/terms/announceMemo.ts';
import { readWitnessMemo } from '../../src/witness/witnessMemo.ts';

interface Values {
  readonly network: { readonly key: string };
  readonly versions: readonly { readonly rules: number; readonly share: number; readonly places: readonly number[] }[];
  readonly memos: readonly { readonly kind: keyof typeof READ; readonly text: string; readonly is: boolean }[];
  readonly draws: readonly {
    readonly entries: readonly Address[];
    readonly root: string;
    readonly round: number;
    readonly randomness: string;
    readonly seed: string;
    readonly winners: readonly Address[];
  }[];
  readonly beacons: readonly { readonly time: number; readonly round: number; readonly due: number }[];
  readonly splits: readonly { readonly pool: string; readonly total: string; readonly lamports: readonly string[] }[];
  readonly marks: readonly { readonly base: string; readonly seed: string; readonly mark: string }[];
  readonly reasons: readonly { readonly owner: Address; readonly reason: string | null }[];
  readonly windows: readonly Readonly<Record<'lock' | 'lead' | 'from' | 'until', number>>[];
}

const READ = {
  commit: readCommitMemo,
  payout: readPayoutMemo,
  witness: readWitnessMemo,
  terms: readAnnounceMemo,
  tax: parseTaxMemo,
};

const VALUES = JSON.parse(readFileSync(new URL('../independent/values.json', import.meta.url), 'utf8')) as Values;
const protocol = protocolOf(1);
const T = 1_000_000;

describe('the values of the protocol’s arithmetic, as the verifier in Python computes them', () => {
  it('say which texts are memos', () => {
    expect(VALUES.memos.filter(({ kind, text, is }) => (READ[kind](text) !== null) !== is)).toEqual([]);
  });

  it.each(VALUES.draws)('draw round $round', ({ entries, root, round, randomness, seed, winners }) => {
    expect(protocol.ownersRoot(entries)).toBe(root);
    expect(Buffer.from(drawSeed(round, root, randomness)).toString('hex')).toBe(seed);
    expect(protocol.drawWinners(entries, { round, root, randomness })).toEqual(winners);
  });

  it('know the same versions of the rules, of which no two have the same shares', () => {
    const ours = VERSIONS.map(({ version, poolPercent, placePercents }) => ({
      ...{ rules: version, share: Number(poolPercent), places: placePercents.map(Number) },
    }));
    expect(VALUES.versions).toEqual(ours);
    expect(new Set(ours.map(({ share, places }) => `${share}: ${places}`)).size).toBe(VERSIONS.length);
  });

  it('are the beacons, prizes, marks, reasons and windows', () => {
    const { network, beacons, splits, marks, reasons, windows } = VALUES;
    expect(protocol.beaconKeyId(QUICKNET)).toBe(network.key);
    for (const { time, round, due } of beacons)
      expect([protocol.beaconRoundAt(QUICKNET, time), protocol.beaconTime(QUICKNET, round)]).toEqual([round, due]);
    for (const { pool, total, lamports: places } of splits) {
      const split = protocol.splitPrize(lamports(BigInt(pool)));
      expect([split.total, ...split.places].map(String)).toEqual([total, ...places]);
    }
    for (const { base, seed, mark } of marks) expect(markOf({ base: address(base), seed })).toBe(mark);
    for (const { owner, reason } of reasons) expect([owner, protocol.reasonInBytes(owner)]).toEqual([owner, reason]);
    for (const { lock, lead, from, until } of windows) {
      expect(leadSeconds(lock)).toBe(lead);
      expect(commitWindow({ endsAt: T, beaconAt: T, lockSeconds: lock })).toEqual({ from, until });
    }
  });
});
