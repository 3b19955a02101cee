import { describe, expect, it } from 'vitest';
import { createBlockHeights } from '../world/blockHeights.ts';

/** The blocks of the first 50 slots: slot and height. */
function blocksOf(notes: readonly (readonly [absoluteSlot: number, blockHeight: number])[]) {
  const heights = createBlockHeights();
  for (const [absoluteSlot, blockHeight] of notes) heights.note({ absoluteSlot, blockHeight });
  const slots = Array.from({ length: 50 }, (_, slot) => [slot, heights.heightOf(slot)] as const);
  return slots.flatMap(([slot, height]) => (height === null ? [] : [[slot, height] as const]));
}

describe('the blocks of a local chain', () => {
  it('are in each slot while none is skipped, and their heights are their slots', () => {
    expect(blocksOf([[9, 9]])).toEqual(Array.from({ length: 50 }, (_, slot) => [slot, slot]));
  });

  it('are missing in skipped slots, and each is one higher than the block before', () => {
    const blocks = blocksOf([
      [10, 10],
      [20, 15],
      [24, 19],
      [40, 25],
    ]);
    expect(blocks.map(([, height]) => height)).toEqual(Array.from({ length: 35 }, (_, height) => height));
    for (const note of [
      [10, 10],
      [20, 15],
      [24, 19],
      [40, 25],
    ])
      expect(blocks).toContainEqual(note);
    expect(blocks.map(([slot]) => slot)).not.toContain(19);
    expect(blocks.map(([slot]) => slot)).not.toContain(39);
  });

  it('do not change when nothing more was skipped', () => {
    expect(blocksOf([[20, 15]])).toEqual(
      blocksOf([
        [20, 15],
        [30, 25],
      ]),
    );
  });
});
