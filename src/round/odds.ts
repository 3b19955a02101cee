import { MOST_WINNERS } from '../protocol/versions.ts';
import { DAY_SECONDS } from './daySeconds.ts';

const MONTH_DAYS = 30;

/** Chances from 0 to 1, for display only. */
export interface Odds {
  /** To win any of the places in one round. */
  readonly round: number;
  /** To win at least once in the rounds of 24 hours. */
  readonly day: number;
  /** To win at least once in the rounds of 30 days. */
  readonly month: number;
}

/** The chances of each of `eligible` wallets, if their number stays as it is. */
export function oddsAmong(eligible: number, roundSeconds: number): Odds {
  const round = eligible > 0 ? Math.min(MOST_WINNERS, eligible) / eligible : 0;
  const day = DAY_SECONDS / roundSeconds;
  return { round, day: chanceWithin(round, day), month: chanceWithin(round, day * MONTH_DAYS) };
}

/** 1 − (1 − chance)^rounds, written so that a tiny chance is not lost in rounding. */
export function chanceWithin(chance: number, rounds: number): number {
  return -Math.expm1(rounds * Math.log1p(-chance));
}
