import { mix, mixOf } from '../dice.ts';

/** A slot in which a block was made. `at` is unix milliseconds. */
export interface Block {
  readonly slot: number;
  readonly at: number;
  readonly height: number;
}

export const SLOT_MS = 400;
const FIRST_SLOT = 300_000_000;
/** Much lower than the slot, because a skipped slot adds no height. */
const FIRST_HEIGHT = 280_000_000;
/** The number of blocks when the world begins. */
const BEFORE = 300;
/** A block is final once this many blocks follow it. */
const FINAL_AFTER = 31;
const MOST_JITTER_MS = 150;
const SKIP_CHANCE = 0.03;
const MOST_SKIPPED = 4;
/** How many blocks become final at once; each world has one of these numbers. */
const BURSTS = [1, 1, 2, 4, 8] as const;

/**
 * Makes the chain's blocks as time goes on. Slots are skipped, blocks come early or late, and several blocks become
 * final at once.
 */
export interface Slots {
  /** Makes the blocks that are due; each is handed to `onBlock` before the next. */
  advance(now: number, onBlock: (block: Block) => void): void;
  head(): Block;
  finalized(): Block;
  /** The newest block at or before a slot; null before the first block. */
  atOrBefore(slot: number): Block | null;
  /** The block that is a number of blocks behind another. */
  behind(block: Block, blocks: number): Block;
  /** The newest final block in the view of a node whose newest block is `head`. */
  finalFor(head: Block): Block;
  first(): Block;
  list(from: number, to: number): Block[];
  /** Drops the newest blocks, never a final one; returns the new head. */
  fork(depth: number): Block;
}

export function createSlots(seed: number, start: number): Slots {
  const burst = BURSTS[Math.floor(mix(seed, 'burst', 0) * BURSTS.length)] ?? 1;
  const [jitter, skip, skipped] = [mixOf(seed, 'jitter'), mixOf(seed, 'skip'), mixOf(seed, 'skipped')];
  const blocks: Block[] = [];
  let nextSlot = FIRST_SLOT;
  let finalIndex = 0;
  const timeOf = (slot: number) =>
    start + (slot - FIRST_SLOT - BEFORE) * SLOT_MS + Math.floor(jitter(slot) * MOST_JITTER_MS);

  function make(): Block {
    while (skip(nextSlot) < SKIP_CHANCE) nextSlot += 1 + Math.floor(skipped(nextSlot) * MOST_SKIPPED);
    const height = (blocks.at(-1)?.height ?? FIRST_HEIGHT) + 1;
    const block = { slot: nextSlot, at: timeOf(nextSlot), height };
    nextSlot += 1;
    return block;
  }

  let next = make();
  const finalIndexFor = (index: number) => {
    const plain = Math.max(0, index - FINAL_AFTER);
    return plain - (plain % burst);
  };
  const indexAt = (slot: number) => {
    let [low, high] = [0, blocks.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      if ((blocks[middle]?.slot ?? 0) <= slot) low = middle + 1;
      else high = middle - 1;
    }
    return high;
  };
  const blockAt = (index: number): Block => {
    const block = blocks[Math.max(0, index)];
    if (block === undefined) throw new RangeError(`no block ${index}`);
    return block;
  };

  return {
    advance(now, onBlock) {
      while (next.at <= now) {
        const block = next;
        blocks.push(block);
        next = make();
        finalIndex = Math.max(finalIndex, finalIndexFor(blocks.length - 1));
        onBlock(block);
      }
    },
    head: () => blockAt(blocks.length - 1),
    finalized: () => blockAt(finalIndex),
    first: () => blockAt(0),
    atOrBefore: (slot) => blocks[indexAt(slot)] ?? null,
    behind: (block, count) => blockAt(indexAt(block.slot) - count),
    finalFor: (head) => blockAt(Math.min(finalIndex, finalIndexFor(indexAt(head.slot)))),
    list: (from, to) => blocks.slice(indexAt(from - 1) + 1, indexAt(to) + 1),
    fork(depth) {
      blocks.length = Math.max(finalIndex + 1, blocks.length - depth);
      const head = blockAt(blocks.length - 1);
      // The next block comes after the new head.
      next = { ...next, height: head.height + 1 };
      return head;
    },
  };
}
