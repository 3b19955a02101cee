import type { Overview } from '../../../src/contract/overview.ts';
import { type RoundClock, roundAt, roundEndsAt, roundLocksAt } from '../../../src/round/clock.ts';
import type { Reads } from '../../store/rows/reads.ts';
import { newestPaid, prizeDays } from '../../store/views/rounds/moneyDays.ts';
import { roundView } from '../../store/views/rounds/roundViews.ts';
import { taxMoneyDays } from '../../store/views/tax/taxDays.ts';
import { isoOfMs, isoOfSeconds } from '../isoTime.ts';
import { composeWinner } from '../state/composeStats.ts';
import { publicWinner } from '../state/publicState.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;

export interface OverviewInput {
  readonly db: Reads;
  readonly clock: RoundClock;
  /** Unix milliseconds. */
  readonly now: number;
}

/** What an operator looks at first: the next draw, the last payment, the tax of the day, money in and out. */
export async function readOverview({ db, clock, now }: OverviewInput): Promise<Overview> {
  const today = dayOf(now);
  const named = Array.from({ length: DAYS }, (_, index) => dayOf(now - (DAYS - 1 - index) * DAY_MS));
  const [first = today] = named;
  const [taxed, paid, lastPayment] = await Promise.all([
    taxMoneyDays(db, first),
    prizeDays(db, Date.parse(`${first}T00:00:00Z`) / 1000),
    readLastPayment(db),
  ]);
  const taxOf = (day: string) => taxed.find((one) => one.day === day);
  const tax = taxOf(today);
  const round = roundAt(clock, now / 1000);
  return {
    serverTime: isoOfMs(now),
    nextDraw: {
      roundNumber: round,
      locksAt: isoOfSeconds(roundLocksAt(clock, round)),
      endsAt: isoOfSeconds(roundEndsAt(clock, round)),
    },
    lastPayment,
    taxToday: {
      day: today,
      cycles: tax?.cycles ?? 0,
      withdrawnUnits: text(tax?.withdrawn),
      receivedLamports: text(tax?.received),
      distributedLamports: text(tax?.distributed),
      toPoolLamports: text(tax?.to_pool),
      feesLamports: text(tax?.fees),
    },
    days: named.map((day) => ({
      day,
      inLamports: text(taxOf(day)?.to_pool),
      outLamports: text(paid.find((one) => one.day === day)?.lamports),
    })),
  };
}

async function readLastPayment(db: Reads): Promise<Overview['lastPayment']> {
  const round = await newestPaid(db);
  if (round === null) return null;
  const { record, winners } = await roundView(db, round);
  if (record === null) return null;
  const { paidAt, finalAt } = record.times;
  const at = paidAt ?? finalAt;
  return {
    roundNumber: round,
    endsAt: isoOfSeconds(record.endsAt),
    paidAt: at === null ? null : isoOfMs(at),
    lamports: `${winners.reduce((sum, { lamports }) => sum + lamports, 0n)}`,
    signature: record.payout?.signature ?? null,
    winners: winners.map((winner) => composeWinner(publicWinner(winner))),
  };
}

const dayOf = (time: number) => isoOfMs(time).slice(0, 10);
const text = (amount: bigint | undefined) => `${amount ?? 0n}`;
