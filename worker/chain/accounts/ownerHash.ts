/** Owners are hashed 16 bits at a time, with keys of 32: what the theorem below speaks of. */
const HALVES = 16;

/**
 * A hash of 32 bytes at an offset, with keys of its own. Anyone may name any 32 bytes as the owner of a token account
 * and so choose what is hashed: with a known function 200,000 owners could all be sent to one place. Here two owners
 * share each half of the hash with a chance of 2^-16 whatever they are (a multilinear hash, "Strongly universal
 * string hashing is fast", Lemire and Kaser).
 */
export function createOwnerHash(): (bytes: Uint8Array, from: number) => number {
  const keys = crypto.getRandomValues(new Uint32Array(2 * HALVES + 2));
  return (bytes, from) => {
    let high = keys[2 * HALVES] ?? 0;
    let low = keys[2 * HALVES + 1] ?? 0;
    for (let i = 0; i < HALVES; i++) {
      const half = (bytes[from + 2 * i] ?? 0) | ((bytes[from + 2 * i + 1] ?? 0) << 8);
      high = (high + Math.imul(half, keys[i] ?? 0)) | 0;
      low = (low + Math.imul(half, keys[HALVES + i] ?? 0)) | 0;
    }
    return (high & 0xffff0000) | (low >>> 16);
  };
}
