import type { Seal } from '../../../src/contract/stats.ts';
import { knownProtocol } from '../../../src/protocol/protocolOf.ts';
import { PLACES } from '../../../src/protocol/terms/places.ts';
import type { RoundRecord } from '../../../src/round/record.ts';
import type { ChainView, PublicState, PublicWinner } from '../../cache/publicState.ts';
import type { DocumentsOf } from '../../rounds/lists/keepDocuments.ts';
import { type PublicRows, publicRows } from '../../store/views/rounds/publicRows.ts';
import type { TestimonyRow } from '../../store/views/rounds/testimonies.ts';
import type { WinnerRow } from '../../store/views/rounds/winners.ts';
import { isoOfSeconds } from '../isoTime.ts';
import { createReadLockedList, type LockedList, type LockedListInput, TOP_HOLDERS } from './lockedList.ts';
import { countWitnesses } from './showWitnesses.ts';

/** A round's locked list is still shown for this long after its draw. */
const LIST_AFTER_DRAW_MS = 15_000;

export interface PublicStateInput {
  readonly db: D1Database;
  readonly documentsOf: DocumentsOf;
  readonly closedRounds: () => number;
  readonly now: () => number;
  readonly recentWinners: number;
}

/** The stored part of the public state, and the list of the round that was locked last. */
export interface StoredState extends Omit<PublicState, 'chain'> {
  /** Null when none is to be shown. */
  readonly lockedList: LockedList | null;
}

/**
 * Returns a function that reads the stored part of the public state. All rows come from D1 in one batch, so they are
 * of one moment.
 */
export function createReadPublicState({
  db,
  documentsOf,
  closedRounds,
  now,
  recentWinners,
}: PublicStateInput): () => Promise<StoredState> {
  const readLockedList = createReadLockedList(documentsOf);

  return async () => {
    const rows = await publicRows(db, { closed: closedRounds(), recentWinners, now: now() });
    const { last, lastWinners, running, totals, recent, pauses } = rows;
    const shown = lockToShow(rows, now());
    return {
      builtAt: now(),
      lastRound:
        last === null
          ? null
          : {
              round: last.round,
              state: last.state,
              reason: last.reason,
              winners: lastWinners.slice(0, PLACES.length).map(publicWinner),
              paidAt: last.times.paidAt,
              seal: sealOf(last),
              witnesses: countWitnesses(last, rows.testimonies),
            },
      lockedRound: lockedRound(running, rows.testimonies),
      payments: paymentsOf(rows),
      isRehearsal: rows.inFlight?.payouts === 'shadow',
      paused: pauses.some((pause) => pause.resumedAt === null),
      totalWinners: totals.winners,
      distributedLamports: totals.distributed.toString(),
      recentWinners: recent.map(publicWinner),
      lockedList: shown === null ? null : await readLockedList(shown),
    };
  };
}

/** A round that was called off after its lock is shown as locked until its end, and not as open again. */
function lockedRound(running: RoundRecord | null, testimonies: readonly TestimonyRow[]): PublicState['lockedRound'] {
  if (running?.lock == null) return null;
  const { rules, pool, entries } = running.lock;
  const protocol = knownProtocol(rules);
  if (protocol === null) return null;
  const { places } = protocol.splitPrize(pool);
  return {
    round: running.round,
    prizes: places.map(String),
    entries,
    seal: sealOf(running),
    witnesses: countWitnesses(running, testimonies),
  };
}

/**
 * The lock of the round whose list is shown: of the round in flight; else of the newest ended round, until 15 s after
 * its draw; else null.
 */
function lockToShow(rows: PublicRows, now: number): LockedListInput | null {
  const { inFlight, inFlightWinners, last, lastWinners } = rows;
  if (inFlight !== null) return { lock: inFlight.lock, winners: inFlightWinners.map(addressOf), until: null };
  const until = (last?.times.drawnAt ?? 0) + LIST_AFTER_DRAW_MS;
  return last?.lock == null || until <= now ? null : { lock: last.lock, winners: lastWinners.map(addressOf), until };
}

const addressOf = ({ address }: WinnerRow) => address;

/**
 * Prizes that a reading of the pool may still contain, although the pool of the next lock will not: those of the round
 * in flight, which is paid before that lock, and those of the newest paid rounds. The prizes of held rounds are left
 * out: the next lock does not wait until they are paid, so its pool will contain them too.
 */
function paymentsOf({ inFlight, inFlightWinners, seenSlot, paid }: PublicRows): StoredState['payments'] {
  const owed = inFlight === null ? 0n : owedBy(inFlight, inFlightWinners);
  return [
    ...(inFlight === null || owed === 0n ? [] : [{ round: inFlight.round, lamports: `${owed}`, slot: seenSlot }]),
    ...paid.map(({ round, lamports, slot }) => ({ round, lamports: lamports.toString(), slot })),
  ];
}

/**
 * What a round in flight still has to pay, lamports: before its commitment, nothing; from its commitment to its draw,
 * the prizes of as many places as the list has wallets; after its draw, the prizes of its winners.
 */
function owedBy({ state, lock }: NonNullable<PublicRows['inFlight']>, winners: readonly WinnerRow[]): bigint {
  switch (state) {
    case 'locked':
      return 0n;
    case 'committed': {
      const places: readonly bigint[] = knownProtocol(lock.rules)?.splitPrize(lock.pool).places ?? [lock.total];
      return sumOf(places.slice(0, lock.entries));
    }
    case 'drawn':
      return sumOf(winners.map(({ lamports }) => lamports));
  }
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

/** A stored winner as plain JSON. */
export function publicWinner(row: WinnerRow): PublicWinner {
  return { ...row, lamports: row.lamports.toString() };
}

/** What a round's lock sealed. Null without a lock, for a rehearsal, and for rules that this version does not know. */
function sealOf({ lock, commitment, drawn, payouts }: RoundRecord): Seal | null {
  const protocol = lock && knownProtocol(lock.rules);
  if (lock === null || protocol === null || payouts === 'shadow') return null;
  return {
    root: lock.root,
    entries: lock.entries,
    signature: commitment?.signature ?? null,
    sealedAt: commitment === null ? null : isoOfSeconds(commitment.blockTime),
    beaconRound: lock.beaconRound,
    beaconAt: isoOfSeconds(protocol.beaconTime(lock.beacon, lock.beaconRound)),
    randomness: drawn?.randomness ?? null,
  };
}

type Holders = NonNullable<ChainView['holders']>;

/** The public state, with the locked round's list while that is shown. `now` is unix milliseconds. */
export function shownState({ lockedList, ...stored }: StoredState, chain: ChainView, now: number): PublicState {
  const list = lockedList !== null && isShown(lockedList, now) ? lockedView(lockedList, chain.holders) : null;
  return { ...stored, chain: list === null ? chain : { ...chain, holders: list } };
}

function isShown({ until }: LockedList, now: number): boolean {
  return until === null || now < until;
}

function lockedView({ round, participants, total, largest, slot, takenAt }: LockedList, read: Holders | null): Holders {
  const top = largest.map(({ owner, amount }) => ({ address: owner, amount: `${amount}`, isEligible: true }));
  // A list of fewer than ten wallets cannot name the ten largest holders. The newest reading of the holders can.
  const isWhole = top.length >= TOP_HOLDERS || read === null;
  const inDraw = new Set<string>(participants);
  return {
    participants: [...participants],
    total,
    topHolders: isWhole
      ? top
      : read.topHolders.map((holder) => ({ ...holder, isEligible: inDraw.has(holder.address) })),
    slot,
    readAt: takenAt,
    lockedRound: round,
  };
}
