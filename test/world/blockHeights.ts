/** What `getEpochInfo` says of the newest block. */
interface Height {
  readonly absoluteSlot: number;
  readonly blockHeight: number;
}

/** Which slots of a local chain have a block, and which height it has. */
export interface BlockHeights {
  /** Notes the height of the newest block after slots were skipped. */
  note(height: Height): void;
  /** Null for a slot that was skipped. */
  heightOf(slot: number): number | null;
}

/**
 * The runtime shows a block in each slot, also in those that were skipped, while its height stands still over them. On a
 * real chain a skipped slot has no block, and heights grow by one from block to block.
 */
export function createBlockHeights(): BlockHeights {
  /** For each of these slots, how many slots before it were skipped in all. */
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
      // The skipped slots are the ones right before the next slot that was seen.
      if (next !== undefined && slot >= next.slot - (next.skipped - own.skipped)) return null;
      return slot - own.skipped;
    },
  };
}
