/** What `getEpochInfo` says of the newest block. */
interface Height {
  readonly absoluteSlot: number;
  readonly blockHeight: number;
}

/** Which slots of a local chain have a block, and which height it has. */
export interface BlockHeights {
  /** After slots were skipped: the heights from here on. */
  note(height: Height): void;
  /** Null for a slot that was skipped. */
  heightOf(slot: number): number | null;
}

/**
 * The runtime shows a block in each slot, also in those that were skipped, while its height stands still over them. On a
 * real chain a skipped slot has no block, and heights grow by one from block to block.
 */
export function createBlockHeights(): BlockHeights {
  /** By slot: how many slots right below it have no block. */
  const begins = [{ slot: 0, skipped: 0 }];
  return {
    note({ absoluteSlot: slot, blockHeight }) {
      const skipped = slot - blockHeight;
      if (skipped > (begins.at(-1)?.skipped ?? 0)) begins.push({ slot, skipped });
    },
    heightOf(slot) {
      const at = begins.findLastIndex((begin) => begin.slot <= slot);
      const [own, next] = [begins[at], begins[at + 1]];
      if (own === undefined) return null;
      // The skipped ones lie right before the slot that was seen next.
      if (next !== undefined && slot >= next.slot - (next.skipped - own.skipped)) return null;
      return slot - own.skipped;
    },
  };
}
