import type { PlacedWinner } from '../../../src/protocol/terms/lock.ts';
import type { ReceivedBeacon } from '../../../src/round/record.ts';
import { type HoldReason, type InFlight, NEXT } from '../../../src/round/state.ts';
import { batchChangesOne, type Writing } from '../journal/writing.ts';
import { mayBecome, stateIn } from '../rows/states.ts';
import { countStatements } from './countWinners.ts';
import { heldAlert, heldAlertStatement } from './roundLocks.ts';

/** `committed → drawn`, with the winners, once the commitment is final. True when this call drew the round. */
export async function drawRound(
  { db, at }: Writing,
  round: number,
  drawn: ReceivedBeacon,
  winners: readonly PlacedWinner[],
): Promise<boolean> {
  return batchChangesOne(db, 0, [
    db
      .prepare(
        `UPDATE rounds SET state = 'drawn', beacon_signature = ?2, randomness = ?3, payout_status = 'drawn', drawn_at = ?4, beacon_at = ?5, updated_at = ?4
         WHERE round = ?1 AND ${mayBecome(NEXT, 'drawn')} AND commit_final = 1`,
      )
      .bind(round, drawn.signature, drawn.randomness, at, drawn.receivedAt ?? at),
    ...winners.map((winner) =>
      db
        .prepare(
          `INSERT INTO winners (round, place, address, lamports)
           SELECT round, ?2, ?3, ?4 FROM rounds WHERE round = ?1 AND state = 'drawn' AND randomness = ?5
           ON CONFLICT DO NOTHING`,
        )
        .bind(round, winner.place, winner.address, winner.lamports.toString(), drawn.randomness),
    ),
    ...countStatements(db),
  ]);
}

/** `drawn → paid`, once the payment is final. True when this call made the change. */
export async function payRound({ db, at }: Writing, round: number, signature: string, slot: number): Promise<boolean> {
  return batchChangesOne(db, 0, [
    db
      .prepare(
        `UPDATE rounds SET state = 'paid', payout_signature = ?2, payout_slot = ?3, payout_status = 'final',
           paid_at = iif(payout_signature IS ?2, coalesce(paid_at, ?4), ?4), final_at = ?4, updated_at = ?4
         WHERE round = ?1 AND ${mayBecome(NEXT, 'paid')}`,
      )
      .bind(round, signature, slot, at),
    ...countStatements(db),
  ]);
}

/**
 * Stops a round until a person decides, with an alert in the same transaction. No payment of a held round may land. So
 * a round is not held while the journal has a payment of it that may land or has landed, and the journal takes no
 * payment of a held round. A payout status is set back to `drawn`, and the payment's signature and time are deleted.
 * True when this call held the round.
 */
export async function holdRound({ db, at }: Writing, held: Holding): Promise<boolean> {
  const { round, reason, detail, promised, from } = held;
  const alert = heldAlert(held);
  const isHeld = await batchChangesOne(db, 0, [
    db
      .prepare(
        `UPDATE rounds SET state = 'held', reason = ?2, detail = ?3, promised_lamports = coalesce(?5, promised_lamports), updated_at = ?4,
           payout_status = iif(payout_status IS NULL, NULL, 'drawn'), payout_signature = NULL, paid_at = NULL
         WHERE round = ?1 AND ${mayBecome(NEXT, 'held')}${from === undefined ? '' : ` AND ${stateIn([from])}`}
           AND NOT EXISTS (SELECT 1 FROM journal WHERE key = 'payout:' || rounds.round AND state NOT IN ('failed', 'expired'))`,
      )
      .bind(round, reason, detail, at, promised?.toString() ?? null),
    heldAlertStatement({ db, at }, [alert]),
  ]);
  if (isHeld) console.error(`ALERT ${alert.key}: ${alert.message}`);
  return isHeld;
}

/**
 * Why a round is held. `promised`: the lamports that its marks promise. Null if nobody can say: then a stored amount
 * stays. `from`: the round is held only if it is in this state; undefined: if it is in any state in flight.
 */
interface Holding {
  readonly round: number;
  readonly reason: HoldReason;
  readonly detail: string;
  readonly promised: bigint | null;
  readonly from: InFlight | undefined;
}
