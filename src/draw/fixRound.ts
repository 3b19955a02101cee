import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import type { Lamports } from '../money/lamports.ts';
import { type PrizeSplit, splitPrize } from '../payout/splitPrize.ts';
import type { LockDocuments, LockRecord, PlacedWinner } from '../round/record.ts';
import type { Address } from '../token/address.ts';
import { type BeaconNetwork, beaconKeyId, beaconRoundAt } from './beaconNetwork.ts';
import { commitMemo } from './commitMemo.ts';
import { drawSeed, drawWinners } from './drawWinners.ts';
import { type Entry, entriesFromLeaves, entryLeaf, LEAF_BYTES } from './entry.ts';
import { merkleRoot } from './merkleRoot.ts';
import { type DrawRules, rulesHash } from './rules.ts';

export interface FixRoundInput {
  readonly round: number;
  readonly endsAt: number;
  readonly wallet: Address;
  readonly slot: number;
  readonly takenAt: number;
  readonly leaves: Uint8Array;
  readonly rules: DrawRules;
  readonly pool: Lamports;
  readonly beacon: BeaconNetwork;
}

/** Everything a lock fixes, derived from what was read: the one derivation that locks, signers and verifiers share. */
export function fixRound(input: FixRoundInput): LockRecord {
  const { round, endsAt, wallet, slot, takenAt, leaves, pool, beacon } = input;
  const entries = leaves.length / LEAF_BYTES;
  const root = bytesToHex(merkleRoot(splitLeaves(leaves)));
  const rules = rulesHash(input.rules);
  const { total } = splitPrize(pool);
  const beaconRound = beaconRoundAt(beacon, endsAt);
  const memo = commitMemo({
    round,
    endsAt,
    slot,
    root,
    entries,
    poolLamports: pool,
    totalLamports: total,
    beaconKeyId: beaconKeyId(beacon),
    beaconRound,
    rulesHash: rules,
  });
  return {
    round,
    endsAt,
    wallet,
    slot,
    takenAt,
    entries,
    root,
    rulesHash: rules,
    pool,
    total,
    memo,
    beacon,
    beaconRound,
  };
}

/** Repeats `fixRound` from a stored round's documents and compares the text: true when nothing in the record was altered. */
export function isFaithful(lock: LockRecord, documents: LockDocuments): boolean {
  const again = fixRound({ ...lock, ...documents });
  return (
    again.memo === lock.memo &&
    again.root === lock.root &&
    again.rulesHash === lock.rulesHash &&
    again.entries === lock.entries &&
    again.total === lock.total &&
    again.beaconRound === lock.beaconRound
  );
}

/** The winners and their prizes, forced by the lock and the randomness. */
export function placeWinners(lock: LockRecord, leaves: Uint8Array, randomness: string): PlacedWinner[] {
  const prize: PrizeSplit = splitPrize(lock.pool);
  const winners: Entry[] = drawWinners(entriesFromLeaves(leaves), drawSeed(lock.round, lock.root, randomness));
  const places = [1, 2, 3] as const;
  return winners.flatMap((winner, i) => {
    const place = places[i];
    const lamports = prize.places[i];
    return place === undefined || lamports === undefined ? [] : [{ place, address: winner.owner, lamports }];
  });
}

/** Entries in draw order as joined leaves. */
export function joinLeaves(entries: readonly Entry[]): Uint8Array {
  return concatBytes(...entries.map(entryLeaf));
}

function splitLeaves(leaves: Uint8Array): Uint8Array[] {
  return Array.from({ length: leaves.length / LEAF_BYTES }, (_, i) =>
    leaves.subarray(i * LEAF_BYTES, (i + 1) * LEAF_BYTES),
  );
}
