import * as z from 'zod';
import { UNSETTLED } from '../../src/round/state.ts';
import { stateIn } from './states.ts';

const MOST_ROUNDS = 20;
const MOST_ATTEMPTS = 50;
const MOST_ALERTS = 20;

const schemas = {
  pause: z.array(z.object({ paused_at: z.int(), paused_by: z.string(), reason: z.string() })),
  rounds: z.array(
    z.object({
      round: z.int(),
      state: z.enum(UNSETTLED),
      reason: z.string().nullable(),
      detail: z.string().nullable(),
      ends_at: z.int(),
      total_lamports: z.string().nullable(),
    }),
  ),
  journal: z.array(
    z.object({
      key: z.string(),
      attempt: z.int(),
      state: z.enum(['sent', 'confirmed']),
      signature: z.string(),
      signed_at: z.int(),
    }),
  ),
  alerts: z.array(
    z.object({
      ...{ key: z.string(), message: z.string(), raised_at: z.int() },
      ...{ delivered_at: z.int().nullable(), ended_at: z.int().nullable() },
    }),
  ),
};

/**
 * What the database knows of everything under way, as its rows: `ends_at` in unix seconds, other times in
 * milliseconds.
 */
export interface StoredOperations {
  readonly pause: z.infer<typeof schemas.pause>[number] | null;
  readonly rounds: z.infer<typeof schemas.rounds>;
  readonly journal: z.infer<typeof schemas.journal>;
  readonly alerts: z.infer<typeof schemas.alerts>;
}

/** One view of pause, rounds, journal and alerts. */
export async function storedOperations(db: D1Database): Promise<StoredOperations> {
  const [pause, rounds, journal, alerts] = await db.batch([
    db.prepare('SELECT paused_at, paused_by, reason FROM pauses WHERE resumed_at IS NULL'),
    db
      .prepare(
        `SELECT round, state, reason, detail, ends_at, total_lamports FROM rounds
         WHERE ${stateIn(UNSETTLED)} ORDER BY round DESC LIMIT ?`,
      )
      .bind(MOST_ROUNDS),
    db
      .prepare(
        `SELECT key, attempt, state, signature, signed_at FROM journal
         WHERE state IN ('sent', 'confirmed') ORDER BY signed_at DESC LIMIT ?`,
      )
      .bind(MOST_ATTEMPTS),
    db
      .prepare('SELECT key, message, raised_at, delivered_at, ended_at FROM alerts ORDER BY raised_at DESC LIMIT ?')
      .bind(MOST_ALERTS),
  ]);
  return {
    pause: schemas.pause.parse(pause?.results)[0] ?? null,
    rounds: schemas.rounds.parse(rounds?.results),
    journal: schemas.journal.parse(journal?.results),
    alerts: schemas.alerts.parse(alerts?.results),
  };
}
