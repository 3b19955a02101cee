import { type Address, parseAddress } from '../src/address/address.ts';
import { type Comparison, findSuspects, outsiders } from '../src/witness/findSuspects.ts';
import { type Judgement, judgeList } from '../src/witness/judgeList.ts';
import type { RpcNode } from '../worker/chain/rpcNode.ts';
import type { ConfigRead } from './askApp.ts';
import type { ListToJudge } from './awaitList.ts';
import { gatherEvidence } from './gatherEvidence.ts';
import { canChange, type KnowStandings, type Roles } from './knowStandings.ts';
import type { MintReading } from './takeReading.ts';

export interface ChainCase {
  readonly node: RpcNode;
  readonly standings: KnowStandings;
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
  const { node, standings, mint, before, after, deadline, now } = of;
  const { protocol, list } = of.published;
  const readings = [before, after].filter((reading) => reading !== null);
  const roles = new Map(of.roles);
  for (const { authorities } of readings) for (const { address, role } of authorities) roles.set(address, role);
  const standingOf = (owner: Address) => standings.standing(owner, roles);
  const comparison: Comparison = { protocol, published: list, readings, standingOf };
  await standings.learn([...list.entries.map(({ owner }) => owner), ...outsiders(comparison)], roles);
  const suspects = findSuspects(comparison);
  // Who may not be in needs no amount.
  const asked = suspects.filter(({ owner, as }) => as === 'exclusion' || standingOf(owner).kind !== 'may-not');
  const asPrograms = new Set(
    list.excluded
      .filter(({ owner, reason }) => canChange(reason) && standingOf(owner).kind === 'may')
      .map(({ owner }) => owner),
  );
  const claimed = new Map([...list.entries, ...list.excluded].map(({ owner, amount }) => [owner, amount]));
  const slot = slotToJudge(of);
  const evidence = await gatherEvidence(
    { node, mint, slot, before, after, deadline, now },
    asked.map(({ owner, as }) => ({
      ...{ owner, amount: claimed.get(owner) ?? 0n, withFrozen: as === 'exclusion' },
      ...(asPrograms.has(owner) && { walletAt: standings.walletAt(owner, slot) }),
    })),
  );
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
