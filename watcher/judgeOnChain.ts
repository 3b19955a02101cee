import { type Address, parseAddress } from '../src/address/address.ts';
import { type Comparison, findSuspects } from '../src/witness/findSuspects.ts';
import { type Judgement, judgeList } from '../src/witness/judgeList.ts';
import type { RpcNode } from '../worker/chain/rpcNode.ts';
import type { ConfigRead } from './askApp.ts';
import type { ListToJudge } from './awaitList.ts';
import { gatherEvidence } from './gatherEvidence.ts';
import type { MintReading } from './takeReading.ts';

/** What a wallet's role says against it, by its address. */
export type Roles = ReadonlyMap<Address, string>;

export interface ChainCase {
  readonly node: RpcNode;
  readonly mint: Address;
  /** As the app named them before the lock. */
  readonly roles: Roles;
  readonly before: MintReading | null;
  readonly after: MintReading | null;
  readonly published: ListToJudge;
  /** Unix milliseconds. */
  readonly deadline: number;
  readonly now: () => number;
}

export interface ChainJudgement extends Judgement {
  readonly suspects: number;
}

/**
 * A snapshot is not older than the reading before its lock, but for what nodes lag behind each other: 60 s of slots.
 * One that claims to be is judged as of that reading.
 */
const MOST_SLOTS_BEHIND = 150;

/** Holds a published list against what was read of the chain. Throws a RangeError when nothing was read. */
export async function judgeOnChain(of: ChainCase): Promise<ChainJudgement> {
  const { node, mint, before, after, deadline, now } = of;
  const { protocol, list } = of.published;
  const readings = [before, after].filter((reading) => reading !== null);
  const roles = new Map(of.roles);
  for (const { authorities } of readings) for (const { address, role } of authorities) roles.set(address, role);
  const reasonAgainst = (owner: Address) => roles.get(owner) ?? protocol.reasonInBytes(owner);
  const comparison: Comparison = { protocol, published: list, readings, reasonAgainst };
  const suspects = findSuspects(comparison);
  const slot = slotToJudge(of);
  const evidence = await gatherEvidence({ node, mint, slot, before, after, deadline, now }, suspects);
  return { ...judgeList(comparison, evidence), suspects: suspects.length };
}

function slotToJudge({ published: { list }, before, after }: ChainCase): number {
  const notBefore = before === null || list.slot >= before.slot - MOST_SLOTS_BEHIND ? list.slot : before.slot;
  return after === null ? notBefore : Math.min(notBefore, after.slot);
}

/** Wallets that the app says are never in the draw. */
export function rolesOf({ exclusions }: Pick<ConfigRead, 'exclusions'>): Roles {
  return new Map(
    exclusions.flatMap(({ address, reason }) => {
      const parsed = parseAddress(address);
      return parsed === null ? [] : [[parsed, reason] as const];
    }),
  );
}
