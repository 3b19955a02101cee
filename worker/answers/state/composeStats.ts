import type { LastRound, PoolBalance, Stats } from '../../../src/contract/stats.ts';
import type { Winner, WinnersPage } from '../../../src/contract/winner.ts';
import { lamports, lamportsToSol } from '../../../src/money/lamports.ts';
import { CURRENT_PROTOCOL } from '../../../src/protocol/protocolOf.ts';
import { PLACES, POSITIONS } from '../../../src/protocol/terms/places.ts';
import {
  closedRounds,
  type RoundClock,
  roundAt,
  roundEndsAt,
  roundLocksAt,
  roundStartsAt,
} from '../../../src/round/clock.ts';
import type { PublicState, PublicWinner } from '../../cache/publicState.ts';
import { isoOfMs, isoOfSeconds } from '../isoTime.ts';

/** What an answer is composed from: the public state, the timetable, and the present, `now`, in unix milliseconds. */
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
  const { holders } = state.chain;
  return {
    totalParticipants: locked?.entries ?? holders?.total ?? 0,
    participantsUpdatedAt: holders === null ? null : isoOfMs(holders.readAt),
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
      seal: locked?.seal ?? null,
      witnesses: locked?.witnesses ?? null,
    },
    lastRound: composeLastRound({ state, clock, now }),
    prizePool: figure(runningTotal(state, round), solPrice.usd),
    prizes: byPlace(runningPrizes(state, round)).map(({ place, amount }) => ({
      place,
      ...figure(amount, solPrice.usd),
    })),
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
  // In a state that was read before the last round's end, the last round is still `lockedRound`.
  const ended = last ?? (state.lockedRound?.round === closed ? state.lockedRound : null);
  const seal = ended?.seal ?? null;
  const witnesses = ended?.witnesses ?? null;
  const paidAt = last === null || last.paidAt === null ? null : isoOfMs(last.paidAt);
  const base = { roundNumber: closed, paidAt, endsAt: isoOfSeconds(roundEndsAt(clock, closed)), seal, witnesses };
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
export function composePoolBalance({ state, clock, now }: Moment): PoolBalance | null {
  const { pool } = state.chain;
  if (pool === null) return null;
  const round = roundAt(clock, now / 1000);
  const total = runningTotal(state, round);
  return {
    balance: lamportsToSol(BigInt(pool.lamports)),
    lamports: pool.lamports,
    prizePool: lamportsToSol(total),
    prizePoolLamports: total.toString(),
    prizes: byPlace(runningPrizes(state, round)).map(({ place, amount }) => ({ place, lamports: amount.toString() })),
    slot: pool.slot,
    updatedAt: new Date(pool.readAt).toISOString(),
  };
}

/** A winner as the API answers it. */
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

function byPlace(prizes: readonly bigint[]) {
  return PLACES.flatMap((place, i) => {
    const amount = prizes[i];
    return amount === undefined ? [] : [{ place, amount }];
  });
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

/**
 * The prizes of `round`, the running round, in lamports and in the order of the places: those that its lock fixed.
 * Before the lock: those that a lock would fix now, from the pool as last read, less what earlier rounds will take of
 * it.
 */
function runningPrizes(state: PublicState, round: number): readonly bigint[] {
  const locked = state.lockedRound?.round === round ? state.lockedRound : null;
  if (locked !== null) return locked.prizes.map(BigInt);
  const { pool } = state.chain;
  const free = BigInt(pool?.lamports ?? '0') - owedBefore(state, round);
  return CURRENT_PROTOCOL.splitPrize(lamports(free > 0n ? free : 0n)).places;
}

/** All prizes of `round` together, lamports. */
export function runningTotal(state: PublicState, round: number): bigint {
  return runningPrizes(state, round).reduce((sum, prize) => sum + prize, 0n);
}

/** The sum of the prizes of earlier rounds that were unpaid when the pool was read, lamports. */
function owedBefore({ payments, chain: { pool } }: PublicState, round: number): bigint {
  const readAt = pool?.slot ?? 0;
  return payments
    .filter((payment) => payment.round < round && (payment.slot === null || payment.slot > readAt))
    .reduce((sum, payment) => sum + BigInt(payment.lamports), 0n);
}
