import { base58 } from '@scure/base';
import { NEAR_SLOTS } from '../../../src/protocol/terms/entries.ts';
import { POOL, START } from '../cast.ts';
import type { Plan } from '../faults/atoms.ts';
import type { Landed } from '../model/chain.ts';
import type { Court } from './Court.ts';
import type { PaidDraw } from './judgeDraws.ts';
import { type StoredRound, storedEntries, storedPauses, storedRounds } from './stored.ts';
import {
  type CommitText,
  endsAtOf,
  entriesAt,
  isInTime,
  locksAtMs,
  readCommit,
  readPayout,
  slotsOfChange,
} from './truth.ts';

const OWNER_BYTES = 32;
const hexOf = (address: string) => Buffer.from(base58.decode(address)).toString('hex');
/** The snapshot of a lock is at most this much older than the earliest time of the lock. */
const SNAPSHOT_BACK_MS = 46_000;
const BLOCK_MS = 400;
/** Work that began before a pause may still end this long after the pause began. */
const UNDER_WAY_MS = 15_000;
/** Lamports that always stay in the pool. */
const RESERVE = 100_000_000n;

export interface Promised extends CommitText {
  readonly signature: string;
  readonly blockTime: number;
}

/** Compares locks, commitments, payments and ends of rounds with what is final on the chain. */
export function createJudgeRounds(court: Court) {
  const { chain, database, plan, scheduler, violate } = court;
  const commitments = new Map<number, Promised>();
  const payments = new Map<number, Landed>();
  const judged = new Set<string>();
  /** The owners that were stored for each commitment. */
  const ownersOf = new Map<string, string[]>();
  const draws: PaidDraw[] = [];
  /** Pauses without an end, by the moment in their row: when each was first seen, true unix milliseconds. */
  const pausedSince = new Map<number, number>();
  const tops = plan.atoms.some((atom) => atom.kind === 'deploy' && atom.setting === 'DRAW_TOP_HOLDERS') ? [0, 10] : [0];

  function windowOf(round: number): { from: number; to: number } {
    const head = chain.slots.head();
    const back = scheduler.now() - locksAtMs(round) + SNAPSHOT_BACK_MS;
    return { from: chain.slots.behind(head, Math.max(1, Math.ceil(back / BLOCK_MS))).slot, to: head.slot };
  }

  function judgeLock(row: StoredRound, text: CommitText): void {
    const { from, to } = windowOf(row.round);
    const stored = storedEntries(database, row.round, text.entries);
    ownersOf.set(
      text.text,
      stored.map((entry) => entry.subarray(0, OWNER_BYTES).toString('hex')),
    );
    const isTrueAt = (slot: number) =>
      tops.some((top) => {
        const entries = entriesAt(chain, slot, top);
        return (
          entries.length === stored.length &&
          entries.every(({ owner }, i) =>
            Buffer.from(base58.decode(owner)).equals(stored[i]?.subarray(0, OWNER_BYTES) ?? Buffer.alloc(0)),
          )
        );
      });
    const isInWindow = text.slot >= from && text.slot <= to;
    if (!isInWindow || !slotsOfChange(chain, text.slot, text.slot + NEAR_SLOTS).some(isTrueAt))
      violate('lock-entries', `round ${row.round}: its ${stored.length} entries were not true at or near its slot`);
    if (chain.slots.atOrBefore(text.slot)?.slot !== text.slot)
      violate('lock-slot', `round ${row.round}: slot ${text.slot} has no block`);
    const balances = chain.accountWithin(POOL, from, to).map(({ lamports }) => lamports);
    if (!balances.some((balance) => text.pool <= balance && text.pool * 1_000n >= balance * 999n))
      violate('lock-pool', `round ${row.round}: ${text.pool} lamports, and the pool held ${balances.join(' or ')}`);
    const owed = [...commitments.values()]
      .filter((each) => each.round !== row.round && isInTime(each, each.blockTime) && !payments.has(each.round))
      .reduce((sum, { prizes }) => sum + prizes, 0n);
    const most = balances.reduce((a, b) => (a > b ? a : b), 0n);
    if (most - text.prizes < RESERVE)
      violate('reserve', `round ${row.round} promises ${text.prizes} of ${most} lamports`);
    judgePause(row);
    judgeCap(row, text);
    if (owed > 0n && most - text.prizes - owed < RESERVE)
      violate(
        'promise-not-set-aside',
        `round ${row.round} promises ${text.prizes} of ${most} lamports, and ${owed} are owed`,
      );
  }

  /** Notes each pause that has no end yet. The times in its row are of the worker's clock, which may be wrong. */
  function seePauses(): void {
    const open = storedPauses(database).flatMap(({ paused_at, resumed_at }) =>
      resumed_at === null ? [paused_at] : [],
    );
    for (const pause of pausedSince.keys()) if (!open.includes(pause)) pausedSince.delete(pause);
    for (const pause of open) if (!pausedSince.has(pause)) pausedSince.set(pause, scheduler.now());
  }

  /** A person's pause stops new locks. A lock shortly after the pause began was already under way. */
  function judgePause({ round }: StoredRound): void {
    for (const from of pausedSince.values()) {
      const ms = scheduler.now() - from;
      if (ms > UNDER_WAY_MS)
        violate('locked-while-paused', `round ${round} was locked ${Math.round(ms / 1000)} s into a pause`);
    }
  }

  /** The prizes of a day stay below the operator's limit, once it has been set. */
  function judgeCap({ round }: StoredRound, { prizes }: CommitText): void {
    const cap = capAt(plan, scheduler.now() - START - UNDER_WAY_MS);
    if (cap === null) return;
    const others = [...commitments.values()].filter((each) => each.round !== round && payments.has(each.round));
    const sum = others.reduce((total, each) => total + each.prizes, prizes);
    if (sum > cap) violate('daily-cap', `round ${round} makes ${sum} lamports in a day, and ${cap} are allowed`);
  }

  function judgeRow(row: StoredRound): void {
    const text = row.memo === null ? null : readCommit(row.memo);
    const lockName = `lock ${row.round} ${row.memo}`;
    if (text !== null && !judged.has(lockName)) {
      judged.add(lockName);
      judgeLock(row, text);
    }
    const stateName = `${row.state} ${row.round} ${row.memo}`;
    if (judged.has(stateName)) return;
    judged.add(stateName);
    if (row.state === 'paid' && !payments.has(row.round))
      violate('paid-untrue', `round ${row.round} is called paid, and no payment of it is final`);
    const promised = commitments.get(row.round);
    if (row.state === 'rolled-over' && promised !== undefined && isInTime(promised, promised.blockTime))
      violate(
        'promise-broken',
        `round ${row.round} is rolled over (${row.reason}), and its commitment is final in time`,
      );
  }

  function onPayment(landed: Landed, round: number): void {
    const before = payments.get(round);
    if (before !== undefined && before.signature !== landed.signature) violate('paid-twice', `round ${round}`);
    payments.set(round, landed);
    const promised = commitments.get(round);
    const prizes = landed.transfers.slice(1).reduce((sum, { lamports }) => sum + lamports, 0n);
    if (promised === undefined || !isInTime(promised, promised.blockTime))
      violate('paid-unpromised', `round ${round} was paid without a commitment that is final and in time`);
    else if (prizes > promised.prizes)
      violate('paid-too-much', `round ${round}: ${prizes} of ${promised.prizes} lamports`);
    const { from } = windowOf(round);
    const most = chain
      .accountWithin(POOL, from, landed.slot)
      .reduce((max, { lamports }) => (lamports > max ? lamports : max), 0n);
    const owners = promised === undefined ? undefined : ownersOf.get(promised.text);
    if (promised !== undefined && owners !== undefined)
      draws.push({
        ...{ round, endsAt: promised.endsAt, root: promised.root, owners, pool: String(promised.pool) },
        // The first transfer is the mark's rent.
        paid: landed.transfers.slice(1).map(({ to, lamports }) => [hexOf(to), String(lamports)] as const),
      });
    if (prizes * 5n > most) violate('overpaid', `round ${round}: ${prizes} lamports of at most ${most}`);
  }

  return {
    commitments,
    draws,
    look(): void {
      seePauses();
      for (const row of storedRounds(database)) judgeRow(row);
    },
    onFinal(landed: Landed): void {
      if (landed.keys[0] !== POOL || landed.error !== null) return;
      for (const memo of landed.memos) {
        const text = readCommit(memo);
        const known = text === null ? undefined : commitments.get(text.round);
        if (text !== null && known !== undefined && known.text !== memo)
          violate('two-texts', `round ${text.round}: two different commitments are final`);
        if (text !== null && known === undefined) {
          if (text.endsAt !== endsAtOf(text.round)) violate('wrong-hour', `round ${text.round} ends at ${text.endsAt}`);
          const blockTime = chain.blockTime(landed.slot);
          commitments.set(text.round, { ...text, signature: landed.signature, blockTime });
        }
        const round = readPayout(memo);
        if (round !== null) onPayment(landed, round);
      }
    },
  };
}

const LAMPORTS_PER_SOL = 1_000_000_000;

/** The limit on a day's prizes that was last deployed, lamports; null while there is none. */
function capAt({ atoms }: Plan, since: number): bigint | null {
  const newest = atoms
    .filter((atom) => atom.kind === 'deploy' && atom.setting === 'MAX_DAILY_PAYOUT_SOL' && atom.from < since)
    .at(-1);
  return newest?.kind === 'deploy' ? BigInt(Math.round(Number(newest.value) * LAMPORTS_PER_SOL)) : null;
}
