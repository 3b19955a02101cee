import type { RoundDetail, RoundSummary, RoundsPage } from '../../../src/contract/round.ts';
import type { Winner, WinnersPage } from '../../../src/contract/winner.ts';
import { knownProtocol } from '../../../src/protocol/protocolOf.ts';
import { type RoundClock, roundAt, roundEndsAt, roundStartsAt } from '../../../src/round/clock.ts';
import { lateSteps, type TimedRound } from '../../../src/round/lateSteps.ts';
import type { RoundRecord } from '../../../src/round/record.ts';
import type { Reads } from '../../store/rows/reads.ts';
import type { RoundQuery } from '../../store/rows/roundSelection.ts';
import { roundsPage, roundView } from '../../store/views/rounds/roundViews.ts';
import { type WinnerCursor, type WinnerRow, winnersPage } from '../../store/views/rounds/winners.ts';
import { winnerTotals } from '../../store/views/rounds/winnerTotals.ts';
import { isoOfMs, isoOfSeconds } from '../isoTime.ts';
import { composeWinner, composeWinnersPage } from '../state/composeStats.ts';
import { publicWinner } from '../state/publicState.ts';
import { showWitnesses } from '../state/showWitnesses.ts';
import { composeOnChain, stepTimes } from './composeOnChain.ts';

export interface ReadRoundsInput {
  readonly db: Reads;
  readonly clock: RoundClock;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** A page of rounds as it is asked for: `cursor` is the newest round it may show. */
export interface RoundsAsked extends Omit<RoundQuery, 'from'> {
  readonly cursor?: number | undefined;
}

/** The rounds as the public routes show them. The detail of a round that the clock has not reached is null. */
export function createReadRounds({ db, clock, now }: ReadRoundsInput) {
  return {
    async page({ cursor, ...filter }: RoundsAsked): Promise<RoundsPage> {
      const { limit } = filter;
      const query = { ...filter, from: cursor ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 };
      const { records, winners } = await roundsPage(db, query);
      const next = records[limit];
      return {
        rounds: records.slice(0, limit).map((record) =>
          summary(
            record,
            winners.filter((winner) => winner.round === record.round),
            { clock, now: now() },
          ),
        ),
        nextCursor: next === undefined ? null : String(next.round),
      };
    },

    async detail(round: number): Promise<RoundDetail | null> {
      if (round > roundAt(clock, now() / 1000)) return null;
      const { record, winners, testimonies } = await roundView(db, round);
      const parts = await composeOnChain(record, winners.length);
      const shown = record === null ? openSummary(round, clock) : summary(record, winners, { clock, now: now() });
      const owedSince = record?.shelvedAt == null ? null : isoOfMs(record.shelvedAt);
      const closedAt = record?.state !== 'held' || record.closedAt === null ? null : isoOfMs(record.closedAt);
      return { ...shown, ...parts, owedSince, closedAt, witnesses: showWitnesses(testimonies) };
    },

    async winners(after: WinnerCursor | null, limit: number, address: string | null): Promise<WinnersPage> {
      const [rows, totals] = await Promise.all([winnersPage(db, { limit, after, address }), winnerTotals(db, address)]);
      return composeWinnersPage(rows.map(publicWinner), limit, totals.winners);
    },
  };
}

interface Timing {
  readonly clock: RoundClock;
  /** Unix milliseconds. */
  readonly now: number;
}

function summary(record: RoundRecord, winners: readonly WinnerRow[], { clock, now }: Timing): RoundSummary {
  const { lock } = record;
  return {
    roundNumber: record.round,
    state: record.state,
    reason: record.reason,
    startsAt: isoOfSeconds(record.endsAt - clock.roundSeconds),
    endsAt: isoOfSeconds(record.endsAt),
    entries: lock?.entries ?? null,
    root: lock?.root ?? null,
    poolLamports: lock?.pool.toString() ?? null,
    totalLamports: lock?.total.toString() ?? null,
    beaconRound: lock?.beaconRound ?? null,
    winners: winners.map(apiWinner),
    payoutSignature: record.payout?.signature ?? null,
    ...stepTimes(record.times),
    // A rehearsal is not committed, and nobody waits for it.
    late: record.payouts === 'shadow' ? [] : [...lateSteps(timedRound(record, clock), now)],
  };
}

/** A round with the moments at which its steps were due. An unknown beacon counts as due at the round's end. */
function timedRound({ lock, ...record }: RoundRecord, clock: RoundClock): TimedRound {
  const endsAt = record.endsAt * 1000;
  const beaconAt = lock === null ? undefined : knownProtocol(lock.rules)?.beaconTime(lock.beacon, lock.beaconRound);
  return {
    ...record,
    endsAt,
    locksAt: endsAt - clock.entryLockSeconds * 1000,
    beaconAt: Math.max(endsAt, (beaconAt ?? 0) * 1000),
  };
}

function openSummary(round: number, clock: RoundClock): RoundSummary {
  return {
    roundNumber: round,
    state: 'open',
    reason: null,
    startsAt: isoOfSeconds(roundStartsAt(clock, round)),
    endsAt: isoOfSeconds(roundEndsAt(clock, round)),
    entries: null,
    root: null,
    poolLamports: null,
    totalLamports: null,
    beaconRound: null,
    winners: [],
    payoutSignature: null,
    ...stepTimes(null),
    late: [],
  };
}

function apiWinner(row: WinnerRow): Winner {
  return composeWinner(publicWinner(row));
}
