import { sha256 } from '@noble/hashes/sha2.js';
import { addressOf } from '../../src/address/address.ts';
import { godUnits } from '../../src/money/god.ts';
import { lamports } from '../../src/money/lamports.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import type { Holding } from '../../src/protocol/terms/entries.ts';
import { report } from './report.ts';

const REPEATS = 5;

const { fixRound, joinList, placeWinners, selectEntries, threshold, verifyBeacon } = protocolOf(1);

/** The arithmetic of a lock and a draw with 100 and 10,000 holders: it should grow no faster than the list. */
export async function benchDraw(): Promise<void> {
  const [small, large] = [100, 10_000].map((holders) => median(() => lockAndDraw(holders)));
  report({
    bench: 'draw: select, root, memo and winners of 10,000 holders',
    value: large ?? 0,
    unit: 'ms',
    goal: 500,
    reference: { name: '100 holders', value: small ?? 1 },
  });
  // drand quicknet, round 1000.
  const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
  report({
    bench: 'draw: one BLS check',
    value: median(() => verifyBeacon(QUICKNET, 1000, signature)),
    unit: 'ms',
    goal: 100,
    reference: { name: '10,000 SHA-256 of 64 bytes', value: median(hashes) },
  });
}

function lockAndDraw(count: number): void {
  const holdings: Holding[] = Array.from({ length: count }, (_, i) => ({
    owner: addressOf(sha256(Uint8Array.of(i & 255, i >> 8))),
    amount: godUnits(threshold + BigInt(i)),
    frozen: godUnits(0n),
  }));
  const { entries } = selectEntries(holdings, {
    threshold,
    top: 0,
    isExcluded: () => false,
    // Nearly all of the addresses were there an hour before, so their bytes are known already.
    reasonInBytes: () => null,
  });
  const list = joinList(entries);
  const lock = fixRound({
    round: 1,
    endsAt: 1_800_000_000,
    lockSeconds: 60,
    wallet: addressOf(sha256(new Uint8Array(1))),
    slot: 1,
    takenAt: 1,
    list,
    rules: { rules: 1, terms: '7e'.repeat(32), excluded: [] },
    pool: lamports(10n ** 12n),
    beacon: QUICKNET,
  });
  placeWinners(lock, list, '00'.repeat(32));
}

function hashes(): void {
  const block = new Uint8Array(64);
  for (let i = 0; i < 10_000; i++) sha256(block);
}

function median(work: () => unknown): number {
  const times = Array.from({ length: REPEATS }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  }).sort((a, b) => a - b);
  return times[REPEATS >> 1] ?? 0;
}
