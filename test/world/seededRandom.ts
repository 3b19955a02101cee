import { seededBytes } from './seededKeys.ts';

/** Random numbers in [0, 1), the same ones for the same seed and label (mulberry32; not for secrets). */
export function seededRandom(worldSeed: string, label: string): () => number {
  let state = new DataView(Uint8Array.from(seededBytes(worldSeed, label)).buffer).getUint32(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
