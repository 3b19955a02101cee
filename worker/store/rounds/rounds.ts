import * as z from 'zod';
import type { LockDocuments, LockRecord, PlacedWinner } from '../../../src/protocol/terms/lock.ts';
import type { LateStepName } from '../../../src/round/causes.ts';
import type { Payouts } from '../../../src/round/payouts.ts';
import type { ReceivedBeacon, RoundInFlight, RoundRecord, SeenCommitment } from '../../../src/round/record.ts';
import { type HoldReason, type InFlight, NEXT, type RollOverReason } from '../../../src/round/state.ts';
import { createChangesOne } from '../journal/writing.ts';
import { parseRound, parseRoundInFlight, ROUND_COLUMNS, roundStatement } from '../rows/roundRows.ts';
import { mayBecome, OLDEST_IN_FLIGHT } from '../rows/states.ts';
import { firstGap, type RoundSpan } from './roundGaps.ts';
import { insertLock, insertUnlocked, type Unlocked } from './roundLocks.ts';
import { NO_ROUND_LOG, type RoundLog } from './roundLog.ts';
import { drawRound, holdRound, payRound } from './roundTransitions.ts';

/** How far the rounds have come: the oldest that still wants work, and the highest that has a row. */
export interface Foremost {
  readonly inFlight: RoundInFlight | null;
  readonly newest: number;
}

export interface RoundStore {
  get(round: number): Promise<RoundRecord | null>;
  inFlight(): Promise<RoundInFlight | null>;
  /** As `inFlight`, in one batch with `newest`: the highest round that has a row, 0 when no round has one. */
  inFlightAndNewest(): Promise<Foremost>;
  /**
   * The first run of rounds without a row, above `floor` and up to `last`; null when there is none. The caller knows
   * that every round up to `floor` has a row.
   */
  firstGap(floor: number, last: number): Promise<RoundSpan | null>;
  /** True when this lock was stored; false when the round already had a row, and while a pause lasts. */
  insertLock(lock: LockRecord, documents: LockDocuments, lockId: string): Promise<boolean>;
  insertUnlocked(rounds: readonly Unlocked[]): Promise<void>;
  /**
   * Stores a commitment that was seen. A final commitment deletes the promise that was stored for its mark, because the
   * lock says what is owed.
   */
  commit(round: number, seen: SeenCommitment): Promise<boolean>;
  commitmentFinal(round: number, seen: SeenCommitment): Promise<boolean>;
  draw(round: number, drawn: ReceivedBeacon, winners: readonly PlacedWinner[]): Promise<boolean>;
  payoutSeen(round: number, signature: string, status: 'sent' | 'confirmed'): Promise<boolean>;
  pay(round: number, signature: string, slot: number): Promise<boolean>;
  /** `detail` says why exactly, for operators. */
  rollOver(round: number, reason: RollOverReason, detail: string): Promise<boolean>;
  /**
   * `promised`: the lamports that the round's marks promise; null if nobody can say. `from`: the state in which the
   * round was judged. If it is given, the round is held only while it is still in that state.
   */
  hold(round: number, reason: HoldReason, detail: string, promised?: bigint | null, from?: InFlight): Promise<boolean>;
  /** Stores what a mark without a record promises, once that is known. */
  learnPromise(round: number, learnt: LearntPromise): Promise<boolean>;
  /** Notes why a step of a stored round is late. False when this cause was noted before. */
  explain(round: number, step: LateStepName, cause: string): Promise<boolean>;
  /** As `explain`, but only if no cause is stored yet. */
  explainFirst(round: number, step: LateStepName, cause: string): Promise<boolean>;
}

/**
 * What a mark promises. `lamports` are set aside for it. `prizes` are the lamports that its commitment names; null when
 * that is not known. `why` is for operators.
 */
export interface LearntPromise {
  readonly lamports: bigint;
  readonly prizes: bigint | null;
  readonly why: string;
}

/**
 * The rounds in D1. Each transition is one conditional update, and answers whether it changed exactly one row.
 * src/round/state.ts has the states from which a transition may start. Each lock is stored with `payouts`, which says
 * whether its round pays. Each transition that was made has a line in `log`.
 */
export function createRoundStore(
  db: D1Database,
  now: () => number,
  payouts: Payouts = 'live',
  log: RoundLog = NO_ROUND_LOG,
): RoundStore {
  const writing = () => ({ db, at: now(), payouts });
  const changesOne = createChangesOne(db);
  const inFlightStatement = () => db.prepare(`SELECT ${ROUND_COLUMNS} ${OLDEST_IN_FLIGHT}`);

  function readInFlight(found: unknown): RoundInFlight | null {
    if (found === null || found === undefined) return null;
    const record = parseRoundInFlight(found);
    log.read(record);
    return record;
  }

  return {
    async get(round) {
      const found = await roundStatement(db, round).first();
      return found === null ? null : parseRound(found);
    },
    inFlight: async () => readInFlight(await inFlightStatement().first()),
    async inFlightAndNewest() {
      const [oldest, highest] = await db.batch([
        inFlightStatement(),
        db.prepare('SELECT max(round) AS newest FROM rounds'),
      ]);
      return { inFlight: readInFlight(oldest?.results[0]), newest: newestRow.parse(highest?.results[0]).newest ?? 0 };
    },
    firstGap: (floor, last) => firstGap(db, floor, last),
    insertLock: (lock, documents, lockId) =>
      log.moved(insertLock(writing(), lock, documents, lockId), { number: lock.round, to: 'locked' }),
    async insertUnlocked(rounds) {
      await insertUnlocked(writing(), rounds);
      log.ended(rounds);
    },
    commit: (round, seen) =>
      log.moved(
        changesOne(
          `UPDATE rounds SET state = 'committed', commit_signature = ?2, commit_slot = ?3, commit_block_time = ?4, commit_final = ?5, committed_at = ?6, updated_at = ?6,
           promised_lamports = iif(?5 = 1, NULL, promised_lamports)
         WHERE round = ?1 AND ${mayBecome(NEXT, 'committed')}`,
          [round, seen.signature, seen.slot, seen.blockTime, seen.final ? 1 : 0, now()],
        ),
        { number: round, to: 'committed', signature: seen.signature },
      ),
    commitmentFinal: (round, seen) =>
      changesOne(
        `UPDATE rounds SET commit_signature = ?2, commit_slot = ?3, commit_block_time = ?4, commit_final = 1, updated_at = ?5,
           promised_lamports = NULL
         WHERE round = ?1 AND state = 'committed' AND commit_final = 0`,
        [round, seen.signature, seen.slot, seen.blockTime, now()],
      ),
    draw: (round, drawn, winners) =>
      log.moved(drawRound(writing(), round, drawn, winners), { number: round, to: 'drawn' }),
    payoutSeen: (round, signature, status) =>
      changesOne(
        // If a confirmed payment cannot be seen any more, a fork has dropped it: it did not happen, so its time is
        // deleted.
        `UPDATE rounds SET payout_signature = ?2, payout_status = ?3, paid_at = iif(?3 = 'confirmed', ?4, NULL), updated_at = ?4
         WHERE round = ?1 AND state = 'drawn' AND (payout_signature IS NOT ?2 OR payout_status <> ?3)`,
        [round, signature, status, now()],
      ),
    pay: (round, signature, slot) =>
      log.moved(payRound(writing(), round, signature, slot), { number: round, to: 'paid', signature }),
    rollOver: (round, reason, detail) =>
      log.moved(
        changesOne(
          `UPDATE rounds SET state = 'rolled-over', reason = ?2, detail = ?3, updated_at = ?4
         WHERE round = ?1 AND ${mayBecome(NEXT, 'rolled-over')}`,
          [round, reason, detail, now()],
        ),
        { number: round, to: 'rolled-over', reason },
      ),
    hold: (round, reason, detail, promised = null, from) =>
      log.moved(holdRound(writing(), { round, reason, detail, promised, from }), { number: round, to: 'held', reason }),
    learnPromise: (round, { lamports, prizes, why }) =>
      changesOne(
        `UPDATE rounds SET promised_lamports = ?2, total_lamports = coalesce(total_lamports, ?3), detail = ?4, updated_at = ?5
         WHERE round = ?1 AND state = 'held' AND reason = 'mark-without-record' AND promised_lamports IS NULL`,
        [round, lamports.toString(), prizes?.toString() ?? null, why, now()],
      ),
    explain: (round, step, cause) =>
      changesOne(
        `UPDATE rounds SET causes = json_set(coalesce(causes, '{}'), '$.' || ?2, ?3)
         WHERE round = ?1 AND causes ->> ('$.' || ?2) IS NOT ?3`,
        [round, step, cause],
      ),
    explainFirst: (round, step, cause) =>
      changesOne(
        `UPDATE rounds SET causes = json_set(coalesce(causes, '{}'), '$.' || ?2, ?3)
         WHERE round = ?1 AND causes ->> ('$.' || ?2) IS NULL`,
        [round, step, cause],
      ),
  };
}

const newestRow = z.object({ newest: z.int().nullable() });
