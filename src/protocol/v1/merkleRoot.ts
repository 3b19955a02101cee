import { sha256 } from '@noble/hashes/sha2.js';

const LEAF_PREFIX = 0x00;
const NODE_PREFIX = 0x01;

/** The Merkle Tree Hash of RFC 6962 section 2.1 (RFC 9162 section 2.1.1) with SHA-256; 32 bytes. */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256(new Uint8Array());
  return subtree(leaves, 0, leaves.length);
}

function subtree(leaves: readonly Uint8Array[], from: number, to: number): Uint8Array {
  const size = to - from;
  if (size === 1)
    return sha256
      .create()
      .update(Uint8Array.of(LEAF_PREFIX))
      .update(leaves[from] ?? new Uint8Array())
      .digest();
  const split = from + largestPowerOfTwoBelow(size);
  return sha256
    .create()
    .update(Uint8Array.of(NODE_PREFIX))
    .update(subtree(leaves, from, split))
    .update(subtree(leaves, split, to))
    .digest();
}

/** For n ≥ 2: the largest power of two strictly below n, where the RFC splits. */
function largestPowerOfTwoBelow(n: number): number {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}
