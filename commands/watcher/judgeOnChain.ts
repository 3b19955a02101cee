import type { Address } from '../../src/address/address.ts';
import { type Comparison, findSuspects } from '../../src/witness/findSuspects.ts';
import { type Judgement, judgeList } from '../../src/witness/judgeList.ts';
import type { Reading } from '../../src/witness/Reading.ts';
import type { RpcNode } from '../../worker/chain/node/rpcNode.ts';
import type { ListToJudge } from './awaitList.ts';
import { gatherEvidence } from './gatherEvidence.ts';

export interface ChainCase {
  readonly node: RpcNode;
  readonly mint: Address;
  readonly before: Reading | null;
  readonly after: Reading | null;
  /** Readings taken one after the other around the lock. */
  readonly near: readonly Reading[];
  readonly published: ListToJudge;
  /** Unix milliseconds. */
  readonly deadline: number;
  readonly now: () => number;
}

export interface ChainJudgement extends Judgement {
  readonly suspects: number;
}

/**
 * A list may name a slot that is at most this much (60 s) before the slot of `before`, because nodes lag. A list that
 * names an earlier slot is judged by the slot of `before`.
 */
const MOST_SLOTS_BEHIND = 150;

/** Judges a published list by what was read from the chain. Throws a RangeError when there is no reading. */
export async function judgeOnChain(of: ChainCase): Promise<ChainJudgement> {
  const { node, mint, before, after, near, deadline, now } = of;
  const { protocol, terms, list } = of.published;
  const readings = [before, after].filter((reading) => reading !== null);
  // The exclusions of the announced terms, and not those of the list.
  const excluded = new Map(terms.excluded);
  const reasonAgainst = (owner: Address) => excluded.get(owner) ?? protocol.reasonInBytes(owner);
  const comparison: Comparison = { protocol, published: list, readings, reasonAgainst };
  const suspects = findSuspects(comparison);
  const slot = slotToJudge(of);
  const evidence = await gatherEvidence({ node, mint, slot, before, after, near, deadline, now }, suspects);
  return { ...judgeList(comparison, evidence), suspects: suspects.length };
}

function slotToJudge({ published: { list }, before, after }: ChainCase): number {
  const notBefore = before === null || list.slot >= before.slot - MOST_SLOTS_BEHIND ? list.slot : before.slot;
  return after === null ? notBefore : Math.min(notBefore, after.slot);
}
