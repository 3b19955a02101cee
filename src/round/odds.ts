import { MOST_WINNERS } from '../protocol/versions.ts';

const DAY_SECONDS = 86_400;
const MONTH_DAYS = 30;

/** Chances from 0 to 1, for display only. */
export interface Odds {
  /** Of any of the places in one round. */
  readonly round: number;
  /** Of at least one win in the rounds of 24 hours. */
  readonly day: number;
  /** Of at least one win in the rounds of 30 days. */
  readonly month: number;
}

/** The chances of one of `eligible` wallets, if their number stays as it is: every one of them has the same. */
export function oddsAmong(eligible: number, roundSeconds: number): Odds {
  const round = eligible > 0 ? Math.min(MOST_WINNERS, eligible) / eligible : 0;
  const day = DAY_SECONDS / roundSeconds;
  return { round, day: chanceWithin(round, day), month: chanceWithin(round, day * MONTH_DAYS) };
}

/** 1 − (1 − chance)^rounds, written so that a tiny chance does not drown in the 1. */
export function chanceWithin(chance: number, rounds: number): number {
  return -Math.expm1(rounds * Math.log1p(-chance));
}
