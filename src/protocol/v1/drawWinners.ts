import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { u64be } from './entry.ts';

const SEED_LABEL = 'game-of-draws/1';
const TWO_64 = 2n ** 64n;

/** SHA-256( "game-of-draws/1" ‖ u64be(round) ‖ root ‖ randomness ); root and randomness are 32 bytes as hex. */
export function drawSeed(round: number, root: string, randomness: string): Uint8Array {
  return sha256(concatBytes(utf8ToBytes(SEED_LABEL), u64be(BigInt(round)), hexToBytes(root), hexToBytes(randomness)));
}

/**
 * Draws up to `places` distinct winners, place 1 first. `list`: the entries, sorted by owner bytes. A candidate is a
 * number below 2^64. With m entries left, it is skipped unless it is below the largest multiple of m up to 2^64, so
 * that every index is exactly equally likely.
 */
export function drawWinners<T>(list: readonly T[], seed: Uint8Array, places: number): T[] {
  const left = [...list];
  const winners: T[] = [];
  let counter = 0;
  while (winners.length < places && left.length > 0) {
    const m = BigInt(left.length);
    const limit = (TWO_64 / m) * m;
    let x = candidate(seed, counter++);
    while (x >= limit) x = candidate(seed, counter++);
    const i = Number(x % m);
    winners.push(left[i] as T);
    // Removes the winner: the last item of the list takes its index, and the others stay.
    left[i] = left[left.length - 1] as T;
    left.pop();
  }
  return winners;
}

/** The c-th candidate: first 8 bytes, big-endian, of SHA-256(seed ‖ u32be(c)). */
function candidate(seed: Uint8Array, counter: number): bigint {
  const suffix = new Uint8Array(4);
  new DataView(suffix.buffer).setUint32(0, counter);
  const digest = sha256(concatBytes(seed, suffix));
  return new DataView(digest.buffer, digest.byteOffset).getBigUint64(0);
}
