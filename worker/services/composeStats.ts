import type { LastRound, Participants, PoolBalance, Stats } from '../../src/contract/stats.ts';
import type { Winner, WinnersPage } from '../../src/contract/winner.ts';
import { godUnitsToGod } from '../../src/money/god.ts';
import { lamports, lamportsToSol } from '../../src/money/lamports.ts';
import { CURRENT_PROTOCOL } from '../../src/protocol/protocolOf.ts';
import {
  closedRounds,
  type RoundClock,
  roundAt,
  roundEndsAt,
  roundLocksAt,
  roundStartsAt,
} from '../../src/round/clock.ts';
import type { PublicState, PublicWinner } from '../cache/publicState.ts';
import { isoOfSeconds } from './isoTime.ts';

const POSITIONS = { 1: 'first', 2: 'second', 3: 'third' } as const;

/** Everything that is composed from the public state at a moment. `now` is unix milliseconds. */
export interface Moment {
  readonly state: PublicState;
  readonly clock: RoundClock;
  readonly now: number;
}

/** `GET /api/lottery/stats` at a moment; every USD figure is its SOL amount at `solPrice`. */
export function composeStats({ state, clock, now }: Moment, solPrice: Stats['solPrice']): Stats {
  const unix = now / 1000;
  const round = roundAt(clock, unix);
  const locked = state.lockedRound?.round === round ? state.lockedRound : null;
  const pool = lamports(BigInt(state.chain.pool?.lamports ?? '0'));
  const prizes: readonly bigint[] = locked?.prizes?.map(BigInt) ?? CURRENT_PROTOCOL.splitPrize(pool).places;
  return {
    totalParticipants: locked?.entries ?? state.chain.holders?.total ?? 0,
    totalPrizesDistributed: lamportsToSol(BigInt(state.distributedLamports)),
    totalPrizesDistributedLamports: state.distributedLamports,
    totalRounds: closedRounds(clock, unix),
    totalWinners: state.totalWinners,
    currentRound: {
      roundNumber: round,
      timeToNext: Math.max(0, Math.ceil(roundEndsAt(clock, round) - unix)),
      startsAt: isoOfSeconds(roundStartsAt(clock, round)),
      locksAt: isoOfSeconds(roundLocksAt(clock, round)),
      endsAt: isoOfSeconds(roundEndsAt(clock, round)),
      phase: locked !== null ? 'locked' : state.paused ? 'paused' : 'open',
    },
    lastRound: composeLastRound({ state, clock, now }),
    prizePool: figure(
      prizes.reduce((sum, prize) => sum + prize, 0n),
      solPrice.usd,
    ),
    prizes: prizes.map((amount, i) => ({ place: ([1, 2, 3] as const)[i] ?? 1, ...figure(amount, solPrice.usd) })),
    solPrice,
    recentWinners: state.recentWinners.map(composeWinner),
    serverTime: new Date(now).toISOString(),
    updatedAt: new Date(state.chain.pool?.readAt ?? state.builtAt).toISOString(),
  };
}

function composeLastRound({ state, clock, now }: Moment): LastRound | null {
  const closed = closedRounds(clock, now / 1000);
  if (closed === 0) return null;
  const last = state.lastRound?.round === closed ? state.lastRound : null;
  const base = { roundNumber: closed, endsAt: isoOfSeconds(roundEndsAt(clock, closed)) };
  if (last === null) return { ...base, phase: 'drawing', reason: null, winners: [] };
  switch (last.state) {
    case 'locked':
    case 'committed':
      return { ...base, phase: 'drawing', reason: null, winners: [] };
    case 'drawn':
    case 'paid':
      return { ...base, phase: 'complete', reason: null, winners: last.winners.map(composeWinner) };
    case 'rolled-over':
    case 'held':
      return { ...base, phase: last.state, reason: last.reason, winners: last.winners.map(composeWinner) };
  }
}

/** `GET /api/lottery/pool-balance`; null while the balance is unknown. */
export function composePoolBalance(state: PublicState): PoolBalance | null {
  const { pool } = state.chain;
  if (pool === null) return null;
  const { total } = CURRENT_PROTOCOL.splitPrize(lamports(BigInt(pool.lamports)));
  return {
    balance: lamportsToSol(BigInt(pool.lamports)),
    lamports: pool.lamports,
    prizePool: lamportsToSol(total),
    prizePoolLamports: total.toString(),
    slot: pool.slot,
    updatedAt: new Date(pool.readAt).toISOString(),
  };
}

/** `GET /api/lottery/eligible-participants`; null while the holders are unknown. */
export function composeParticipants(state: PublicState): Participants | null {
  const { holders } = state.chain;
  if (holders === null) return null;
  return {
    success: true,
    data: {
      participants: holders.participants,
      total: holders.total,
      topHolders: holders.topHolders.map(({ address, amount, isEligible }) => ({
        address,
        balance: godUnitsToGod(BigInt(amount)),
        isEligible,
      })),
      threshold: godUnitsToGod(CURRENT_PROTOCOL.threshold),
      slot: holders.slot,
      updatedAt: new Date(holders.readAt).toISOString(),
    },
  };
}

export function composeWinner(winner: PublicWinner): Winner {
  return {
    roundNumber: winner.round,
    place: winner.place,
    position: POSITIONS[winner.place],
    address: winner.address,
    prize: lamportsToSol(BigInt(winner.lamports)),
    prizeLamports: winner.lamports,
    timestamp: isoOfSeconds(winner.endsAt),
    transactionSignature: winner.signature,
    status: winner.status,
  };
}

function figure(amount: bigint, usd: number) {
  const sol = lamportsToSol(amount);
  return { sol, usd: Math.round(sol * usd * 100) / 100, lamports: amount.toString() };
}

/** A page of winners, newest first; `limit` is what was asked for. */
export function composeWinnersPage(winners: readonly PublicWinner[], limit: number, total: number): WinnersPage {
  const last = winners.at(-1);
  return {
    winners: winners.map(composeWinner),
    nextCursor: winners.length === limit && last !== undefined ? `${last.round}-${last.place}` : null,
    total,
  };
}

/** The newest winners without the database; null when the public state does not reach back so far. */
export function composeNewestWinners({ recentWinners, totalWinners }: PublicState, limit: number): WinnersPage | null {
  if (recentWinners.length < Math.min(limit, totalWinners)) return null;
  return composeWinnersPage(recentWinners.slice(0, limit), limit, totalWinners);
}
