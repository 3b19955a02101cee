import type { RoundDetail, RoundSummary, RoundsPage } from '../../src/contract/round.ts';
import type { Winner, WinnersPage } from '../../src/contract/winner.ts';
import { type RoundClock, roundAt, roundEndsAt, roundStartsAt } from '../../src/round/clock.ts';
import type { RoundRecord } from '../../src/round/record.ts';
import type { Reads } from '../store/reads.ts';
import { roundsPage, roundView } from '../store/roundViews.ts';
import { type WinnerCursor, type WinnerRow, winnersPage } from '../store/winners.ts';
import { winnerTotals } from '../store/winnerTotals.ts';
import { composeOnChain } from './composeOnChain.ts';
import { composeWinner, composeWinnersPage } from './composeStats.ts';
import { isoOfSeconds } from './isoTime.ts';
import { publicWinner } from './publicState.ts';

export interface ReadRoundsInput {
  readonly db: Reads;
  readonly clock: RoundClock;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The rounds as the public routes show them. A round the clock has not reached is null. */
export function createReadRounds({ db, clock, now }: ReadRoundsInput) {
  return {
    async page(from: number | null, limit: number): Promise<RoundsPage> {
      const { records, winners } = await roundsPage(db, from ?? Number.MAX_SAFE_INTEGER, limit);
      const oldest = records.at(-1)?.round ?? 1;
      return {
        rounds: records.map((record) =>
          summary(
            record,
            winners.filter((winner) => winner.round === record.round),
            clock,
          ),
        ),
        nextCursor: records.length === limit && oldest > 1 ? String(oldest - 1) : null,
      };
    },

    async detail(round: number): Promise<RoundDetail | null> {
      if (round > roundAt(clock, now() / 1000)) return null;
      const { record, winners } = await roundView(db, round);
      const parts = await composeOnChain(record, winners.length);
      return { ...(record === null ? openSummary(round, clock) : summary(record, winners, clock)), ...parts };
    },

    async winners(after: WinnerCursor | null, limit: number, address: string | null): Promise<WinnersPage> {
      const [rows, totals] = await Promise.all([winnersPage(db, { limit, after, address }), winnerTotals(db, address)]);
      return composeWinnersPage(rows.map(publicWinner), limit, totals.winners);
    },
  };
}

function summary(record: RoundRecord, winners: readonly WinnerRow[], clock: RoundClock): RoundSummary {
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
  };
}

/** A round of the clock without a row yet. */
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
  };
}

function apiWinner(row: WinnerRow): Winner {
  return composeWinner(publicWinner(row));
}
