import * as z from 'zod';
import type { Rpc } from '../chain/node/rpc.ts';
import { SignerRefusal } from '../chain/signing/signer.ts';
import type { TaxCycle } from '../store/rows/taxRows.ts';
import type { OwnPart, ReadOwnParts } from './readOwnParts.ts';

/** A signed transaction stays valid for 150 blocks. The other 32 are for nodes that are behind. */
const BLOCKS = 150 + 32;
/** Honest nodes are a few blocks apart. */
const BLOCKS_APART = 100;

/** A gap in our record of a cycle: something that was signed before the gap was noticed may be missing. */
export interface Gap {
  /**
   * A finalized block above this height comes after all that was signed before the gap was noticed. Null until the
   * nodes have told the height.
   */
  height: number | null;
  /** A finalized slot with such a block; null until one is known. A node's history is read up to this slot. */
  slot: number | null;
}

export const newGap = (): Gap => ({ height: null, slot: null });

const epochInfo = z.object({ blockHeight: z.int(), absoluteSlot: z.int() });

export interface ClearGapsInput {
  readonly rpc: Rpc;
  readonly readOwnParts: ReadOwnParts;
}

/** Asks the chain what a gap may have hidden. */
export function createClearGaps({ rpc, readOwnParts }: ClearGapsInput) {
  async function epochs(commitment: 'confirmed' | 'finalized') {
    const voices = await rpc.agreeing({
      about: 'the block height',
      ask: (node) => node.call('getEpochInfo', [{ commitment }], epochInfo),
      isSame: ({ value: a }, { value: b }) =>
        Math.abs(a.blockHeight - b.blockHeight) <= BLOCKS_APART &&
        Math.abs(a.absoluteSlot - b.absoluteSlot) <= BLOCKS_APART,
    });
    return voices.map(({ value }) => value);
  }

  /** The height of a gap, which is fixed at the first call. */
  async function notice(gap: Gap): Promise<number> {
    gap.height ??= Math.max(...(await epochs('confirmed')).map(({ blockHeight }) => blockHeight)) + BLOCKS;
    return gap.height;
  }

  /** A slot at which the finalized chain is past a height; null before enough nodes say so. */
  async function slotPast(height: number): Promise<number | null> {
    const final = await epochs('finalized');
    if (final.some(({ blockHeight }) => blockHeight <= height)) return null;
    // At an honest node's slot, and at every later slot, the chain is past the height. So the latest of these slots can
    // be used even if a node lies.
    return Math.max(...final.map(({ absoluteSlot }) => absoluteSlot));
  }

  /**
   * The parts of a cycle that the chain has. Null until all that was signed before the gap was noticed is final, or can
   * land no more, and the wallet's history has been read. Throws a SignerRefusal when this history cannot be read
   * whole.
   */
  async function partsAfter(
    gap: Gap,
    { id, slot: from }: Pick<TaxCycle, 'id' | 'slot'>,
  ): Promise<readonly OwnPart[] | null> {
    const height = await notice(gap);
    gap.slot ??= await slotPast(height);
    if (gap.slot === null) return null;
    const read = await readOwnParts({ from, to: gap.slot, height, isWanted: (cycle) => cycle === id });
    if (read.kind === 'too-long')
      throw new SignerRefusal(
        `Tax cycle ${id} may have lost attempts, and the tax wallet's history since it began is too long to be read whole. Nothing of the cycle is signed until a person has closed it.`,
      );
    return read.kind === 'whole' ? read.parts : null;
  }

  return { notice, partsAfter };
}
