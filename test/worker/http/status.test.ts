import { beforeEach, describe, expect, it } from 'vitest';
import { status } from '../../../src/contract/health.ts';
import { ROLL_OVER_REASONS } from '../../../src/round/state.ts';
import { NOT_PLAYED } from '../../../src/round/uptime.ts';
import { composeStatus, uptimeSpan } from '../../../worker/answers/health/composeStatus.ts';
import { countUptime } from '../../../worker/store/views/rounds/uptime.ts';
import { emptyDatabase } from '../database.ts';

const DAY = 86_400;
/** Noon of a UTC day. */
const NOON = 1_800_014_400;
const MIDNIGHT = NOON - DAY / 2;
/** Hourly rounds, on the hour, for 100 days before that. */
const CLOCK = { genesisTime: MIDNIGHT - 100 * DAY, roundSeconds: 3_600, entryLockSeconds: 60 };

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
});

interface Stored {
  readonly endsAt: number;
  readonly state: string;
  readonly reason?: string;
  /** Seconds after its end. */
  readonly paidAfter?: number;
}

async function store(rounds: readonly Stored[]): Promise<void> {
  const insert = db.prepare(
    `INSERT INTO rounds (round, state, reason, payouts, ends_at, memo, commit_signature, randomness, payout_status, paid_at, updated_at)
     VALUES (?1, ?2, ?3, iif(?3 = 'shadow', 'shadow', 'live'), ?4, 'm', 'c', 'ab', 'final', ?5, 0)`,
  );
  await db.batch(
    rounds.map(({ endsAt, state, reason = null, paidAfter }) => {
      const round = (endsAt - CLOCK.genesisTime) / CLOCK.roundSeconds;
      return insert.bind(round, state, reason, endsAt, paidAfter === undefined ? null : (endsAt + paidAfter) * 1000);
    }),
  );
}

async function days(now = NOON * 1000) {
  const counted = await countUptime(db, uptimeSpan(now));
  return status.parse(composeStatus({ counted, clock: CLOCK, parts: [], now })).days;
}
const paidAt = (endsAt: number, paidAfter = 2): Stored => ({ endsAt, state: 'paid', paidAfter });
/** Every hour from one moment up to another. */
const hours = (from: number, to: number) =>
  Array.from({ length: (to - from) / 3_600 + 1 }, (_, hour) => from + hour * 3_600);

describe('the status of 90 days', () => {
  it('has the newest day last, and each round in the UTC day of its end', async () => {
    await store(hours(MIDNIGHT - 95 * DAY, NOON - 3_600).map((endsAt) => paidAt(endsAt)));
    const all = await days();
    expect(all).toHaveLength(90);
    expect(all[0]?.date).toBe('2026-10-18');
    expect(all[89]).toEqual({ date: '2027-01-15', onTime: 12, late: 0, missed: 0, total: 12 });
    expect(all.slice(0, 89).every(({ onTime, total }) => onTime === 24 && total === 24)).toBe(true);
  });

  it('calls a round late that was paid after a minute, is owed, or has no row yet', async () => {
    const first = MIDNIGHT;
    await store([
      ...hours(CLOCK.genesisTime + 3_600, MIDNIGHT - 3_600).map((endsAt) => paidAt(endsAt)),
      paidAt(first, 60),
      paidAt(first + 3_600, 61),
      { endsAt: first + 2 * 3_600, state: 'held', reason: 'overdue' },
      { endsAt: first + 3 * 3_600, state: 'drawn' },
    ]);
    // Rounds 4 to 11 of the day have ended and are not settled. The round of noon has ended this second.
    expect((await days()).at(-1)).toMatchObject({ onTime: 1, late: 3 + 8, missed: 0, total: 12 });
    expect((await days((NOON + 59) * 1000)).at(-1)).toMatchObject({ total: 12 });
    expect((await days((NOON + 60) * 1000)).at(-1)).toMatchObject({ late: 12, total: 13 });
  });

  it('calls no round on time that has paid nobody, whatever the reason; a rehearsal is not counted', async () => {
    const ends = hours(MIDNIGHT, MIDNIGHT + (ROLL_OVER_REASONS.length - 1) * 3_600);
    await store([
      ...hours(CLOCK.genesisTime + 3_600, MIDNIGHT - 3_600).map((endsAt) => paidAt(endsAt)),
      ...ends.map(
        (endsAt, index): Stored => ({ endsAt, state: 'rolled-over', reason: ROLL_OVER_REASONS[index] ?? '' }),
      ),
    ]);
    // Every reason except `shadow`.
    const unpaid = ROLL_OVER_REASONS.length - 1;
    const now = ((ends.at(-1) ?? 0) + 60) * 1000;
    expect((await days(now)).at(-1)).toMatchObject({ onTime: 0, missed: unpaid, late: 0 });
    expect(NOT_PLAYED).toEqual([
      ...['missed', 'paused', 'commitment-late', 'snapshot-unreliable', 'nodes-disagree', 'nodes-silent'],
    ]);
  });

  it('has no rounds on days before the first one', async () => {
    const clock = { ...CLOCK, genesisTime: MIDNIGHT };
    const counted = await countUptime(db, uptimeSpan(MIDNIGHT * 1000));
    const { days: all } = composeStatus({ counted, clock, parts: [], now: MIDNIGHT * 1000 });
    expect(all.every(({ total }) => total === 0)).toBe(true);
  });

  it('uses the index over the ends of rounds and does not scan all rounds', async () => {
    const asked: string[] = [];
    const session = {
      prepare: (sql: string) => {
        asked.push(sql);
        return db.prepare(sql);
      },
      batch: (statements: D1PreparedStatement[]) => db.batch(statements),
    };
    await countUptime(session as unknown as D1Database, { from: 0, until: 1 });
    const plans = await Promise.all(
      asked.map((sql) =>
        db
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .bind(...[0, 1, 2].slice(0, sql.split('?').length - 1 > 0 ? 3 : 0))
          .all(),
      ),
    );
    expect(JSON.stringify(plans[0]?.results)).toContain('rounds_by_end');
    expect(JSON.stringify(plans.map(({ results }) => results))).not.toContain('SCAN rounds');
  });
});
