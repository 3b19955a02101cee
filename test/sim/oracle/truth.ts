import { base58 } from '@scure/base';
import { EXCLUDED, START, THRESHOLD } from '../cast.ts';
import { LOCK_MS, ROUND_MS } from '../faults/atoms.ts';
import type { Chain, Landed } from '../model/chain.ts';

/** A commitment's memo, read by the grammar of the paper and without code of the worker. */
export interface CommitText {
  readonly text: string;
  readonly round: number;
  readonly endsAt: number;
  readonly slot: number;
  readonly root: string;
  readonly entries: number;
  readonly pool: bigint;
  readonly prizes: bigint;
}
const COMMIT =
  /^GOD1 commit round=(\d+) ends=(\d+) slot=(\d+) root=([0-9a-f]{64}) entries=(\d+) pool=(\d+) prizes=(\d+) drand=[0-9a-f]{16}:\d+ rules=[0-9a-f]{64}$/;
const PAYOUT = /^GOD1 payout round=(\d+) ends=(\d+) /;
const TAX = /^GOD1 tax cycle=(\d+) /;

export function readCommit(text: string): CommitText | null {
  const [, round, endsAt, slot, root, entries, pool, prizes] = COMMIT.exec(text) ?? [];
  if (round === undefined || root === undefined) return null;
  return {
    ...{ text, round: Number(round), endsAt: Number(endsAt), slot: Number(slot), root, entries: Number(entries) },
    ...{ pool: BigInt(pool ?? 0), prizes: BigInt(prizes ?? 0) },
  };
}
export const readPayout = (text: string): number | null => {
  const round = PAYOUT.exec(text)?.[1];
  return round === undefined ? null : Number(round);
};
export const readTaxCycle = (text: string): number | null => {
  const cycle = TAX.exec(text)?.[1];
  return cycle === undefined ? null : Number(cycle);
};

/** A commitment has to be in a block this many seconds before the round's end: a third of the lock, 20 at most. */
const LEAD_SECONDS = Math.min(20, Math.floor(LOCK_MS / 3_000));
/** A commitment may not be older than its lock by more than this, seconds. */
const EARLY_SECONDS = 45;
export const endsAtOf = (round: number): number => (START + round * ROUND_MS) / 1000;
export const locksAtMs = (round: number): number => START + round * ROUND_MS - LOCK_MS;
export const isInTime = ({ endsAt }: Pick<CommitText, 'endsAt'>, blockTime: number): boolean =>
  blockTime >= endsAt - LOCK_MS / 1000 - EARLY_SECONDS && blockTime <= endsAt - LEAD_SECONDS;

/** Who is in the draw at a slot, by the accounts alone: owner and amount, in the order of the owners' bytes. */
export function entriesAt(
  chain: Chain,
  slot: number,
  top: number,
): readonly { readonly owner: string; readonly amount: bigint }[] {
  const sums = new Map<string, bigint>();
  for (const address of chain.tokenAccounts()) {
    const { data } = chain.accountAt(address, slot);
    if (data?.kind === 'token') sums.set(data.owner, (sums.get(data.owner) ?? 0n) + data.amount);
  }
  const large = [...sums].flatMap(([owner, amount]) =>
    amount >= THRESHOLD && !EXCLUDED.includes(owner)
      ? [{ owner, amount, bytes: Buffer.from(base58.decode(owner)) }]
      : [],
  );
  const byAmount = [...large].sort((a, b) =>
    a.amount > b.amount ? -1 : a.amount < b.amount ? 1 : a.bytes.compare(b.bytes),
  );
  const kept = top > 0 ? byAmount.slice(0, top) : large;
  return kept.sort((a, b) => a.bytes.compare(b.bytes));
}

/** The first slot of a span, and the slots with a transaction: only at these can the list of holders change. */
export function slotsOfChange(chain: Chain, from: number, to: number): number[] {
  const slots = new Set<number>([from]);
  for (const { slot } of chain.all()) if (slot > from && slot <= to) slots.add(slot);
  return [...slots];
}

/** All that is final, oldest first. */
export const isFinal = (chain: Chain, landed: Landed | undefined): landed is Landed =>
  landed !== undefined && landed.slot <= chain.slots.finalized().slot;
