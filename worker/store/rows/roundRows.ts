import * as z from 'zod';
import { address } from '../../../src/address/address.ts';
import { lamports } from '../../../src/money/lamports.ts';
import type { LockRecord } from '../../../src/protocol/terms/lock.ts';
import { type Causes, LATE_STEPS } from '../../../src/round/causes.ts';
import { PAYOUTS } from '../../../src/round/payouts.ts';
import type { RoundInFlight, RoundRecord } from '../../../src/round/record.ts';
import { CLOSED, IN_FLIGHT, ROUND_STATES } from '../../../src/round/state.ts';
import type { Reads } from './reads.ts';

const amount = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform((text) => lamports(BigInt(text)));
const hex = z.string().regex(/^[0-9a-f]+$/);

const causesShape = z.partialRecord(z.enum(LATE_STEPS), z.string());

/** Causes of another form are left out, so that their round is still shown. */
function parseCauses(text: string | null): Causes {
  return (text === null ? null : causesShape.safeParse(JSON.parse(text)).data) ?? {};
}

const row = z.object({
  round: z.int(),
  state: z.enum(ROUND_STATES),
  reason: z.string().nullable(),
  payouts: z.enum(PAYOUTS),
  rules: z.int(),
  ends_at: z.int(),
  wallet: z.string().nullable(),
  lock_seconds: z.int().nullable(),
  snapshot_slot: z.int().nullable(),
  snapshot_at: z.int().nullable(),
  entries: z.int().nullable(),
  root: hex.nullable(),
  rules_hash: hex.nullable(),
  pool_lamports: amount.nullable(),
  total_lamports: amount.nullable(),
  memo: z.string().nullable(),
  beacon_network: z.string().nullable(),
  beacon_public_key: hex.nullable(),
  beacon_genesis: z.int().nullable(),
  beacon_period: z.int().nullable(),
  beacon_round: z.int().nullable(),
  commit_signature: z.string().nullable(),
  commit_slot: z.int().nullable(),
  commit_block_time: z.int().nullable(),
  commit_final: z.int(),
  beacon_signature: hex.nullable(),
  randomness: hex.nullable(),
  payout_signature: z.string().nullable(),
  payout_slot: z.int().nullable(),
  payout_status: z.enum(['drawn', 'sent', 'confirmed', 'final']).nullable(),
  locked_at: z.int().nullable(),
  committed_at: z.int().nullable(),
  beacon_at: z.int().nullable(),
  drawn_at: z.int().nullable(),
  paid_at: z.int().nullable(),
  final_at: z.int().nullable(),
  causes: z.string().nullable().transform(parseCauses),
  released_at: z.int().nullable(),
  forgiven: z.int(),
  shelved_at: z.int().nullable(),
  closed_at: z.int().nullable(),
});
type Row = z.infer<typeof row>;

export const ROUND_COLUMNS = Object.keys(row.shape).join(', ');

/** The statement that reads the row of one round, also for a batch with other reads. */
export function roundStatement(db: Reads, round: number): D1PreparedStatement {
  return db.prepare(`SELECT ${ROUND_COLUMNS} FROM rounds WHERE round = ?`).bind(round);
}

/** Why a round ended without a payment or waits for a person, as it is shown. */
export function shownReason({
  state,
  reason,
  closed_at,
}: Pick<Row, 'reason' | 'closed_at'> & { readonly state: string }) {
  return state === 'held' && closed_at !== null ? CLOSED : reason;
}

/** Parses a stored round. Throws when the database holds something that no version of this code wrote. */
export function parseRound(value: unknown): RoundRecord {
  const r = row.parse(value);
  return {
    round: r.round,
    endsAt: r.ends_at,
    state: r.state,
    reason: shownReason(r),
    payouts: r.payouts,
    lock: parseLock(r),
    commitment:
      r.commit_signature === null || r.commit_slot === null || r.commit_block_time === null
        ? null
        : {
            signature: r.commit_signature,
            slot: r.commit_slot,
            blockTime: r.commit_block_time,
            final: r.commit_final === 1,
          },
    drawn:
      r.beacon_signature === null || r.randomness === null
        ? null
        : { signature: r.beacon_signature, randomness: r.randomness },
    payout:
      r.payout_status === null ? null : { signature: r.payout_signature, slot: r.payout_slot, status: r.payout_status },
    times: {
      lockedAt: r.locked_at,
      committedAt: r.committed_at,
      beaconAt: r.beacon_at,
      drawnAt: r.drawn_at,
      paidAt: r.paid_at,
      finalAt: r.final_at,
    },
    causes: r.causes,
    shelvedAt: r.shelved_at,
    closedAt: r.closed_at,
    release: r.released_at === null ? null : { at: r.released_at, forgiven: r.forgiven },
  };
}

const inFlight = z.enum(IN_FLIGHT);

/** As `parseRound`, for a round that still wants work. Throws for one that has ended, is held, or has no lock. */
export function parseRoundInFlight(value: unknown): RoundInFlight {
  const { lock, ...record } = parseRound(value);
  if (lock === null) throw new Error(`round ${record.round} is in flight and has no lock`);
  return { ...record, state: inFlight.parse(record.state), lock };
}

/** The columns of a round's row that hold its lock. */
const storedLock = z.object({
  lock_seconds: z.int(),
  wallet: z.string().transform(address),
  snapshot_slot: z.int(),
  snapshot_at: z.int(),
  entries: z.int(),
  root: hex,
  rules_hash: hex,
  beacon_network: z.string(),
  beacon_public_key: hex,
  beacon_genesis: z.int(),
  beacon_period: z.int(),
  beacon_round: z.int(),
  pool_lamports: z.bigint(),
  total_lamports: z.bigint(),
});

function parseLock(r: Row): LockRecord | null {
  if (r.memo === null) return null;
  const lock = storedLock.parse(r);
  return {
    round: r.round,
    rules: r.rules,
    endsAt: r.ends_at,
    lockSeconds: lock.lock_seconds,
    wallet: lock.wallet,
    slot: lock.snapshot_slot,
    takenAt: lock.snapshot_at,
    entries: lock.entries,
    root: lock.root,
    rulesHash: lock.rules_hash,
    pool: lamports(lock.pool_lamports),
    total: lamports(lock.total_lamports),
    memo: r.memo,
    beacon: {
      name: lock.beacon_network,
      publicKey: lock.beacon_public_key,
      genesisTime: lock.beacon_genesis,
      periodSeconds: lock.beacon_period,
    },
    beaconRound: lock.beacon_round,
  };
}
