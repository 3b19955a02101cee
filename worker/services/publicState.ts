import { knownProtocol } from '../../src/protocol/protocolOf.ts';
import { PLACES } from '../../src/protocol/versions.ts';
import type { ChainView, PublicState, PublicWinner } from '../cache/publicState.ts';
import { pausesSince } from '../store/pauses.ts';
import type { RoundStore } from '../store/rounds.ts';
import { type WinnerRow, winnersOfRound, winnersPage } from '../store/winners.ts';
import { winnerTotals } from '../store/winnerTotals.ts';

export interface PublicStateInput {
  readonly db: D1Database;
  readonly rounds: RoundStore;
  readonly closedRounds: () => number;
  readonly chain: () => ChainView;
  readonly now: () => number;
  /** How many winners the public state holds. */
  readonly recentWinners: number;
}

export function createReadPublicState({
  db,
  rounds,
  closedRounds,
  chain,
  now,
  recentWinners,
}: PublicStateInput): () => Promise<PublicState> {
  return async () => {
    const closed = closedRounds();
    const [last, lastWinners, running, totals, recent, pauses] = await Promise.all([
      closed > 0 ? rounds.get(closed) : null,
      closed > 0 ? winnersOfRound(db, closed) : [],
      rounds.get(closed + 1),
      winnerTotals(db, null),
      winnersPage(db, { limit: recentWinners, after: null, address: null }),
      pausesSince(db, now()),
    ]);
    return {
      builtAt: now(),
      lastRound:
        last === null
          ? null
          : {
              round: last.round,
              state: last.state,
              reason: last.reason,
              winners: lastWinners.slice(0, PLACES).map(publicWinner),
            },
      lockedRound: lockedRound(running),
      paused: pauses.some((pause) => pause.resumedAt === null),
      totalWinners: totals.winners,
      distributedLamports: totals.distributed.toString(),
      recentWinners: recent.map(publicWinner),
      chain: chain(),
    };
  };
}

function lockedRound(running: Awaited<ReturnType<RoundStore['get']>>): PublicState['lockedRound'] {
  if (running?.lock == null || (running.state !== 'locked' && running.state !== 'committed')) return null;
  const { rules, pool, total, entries } = running.lock;
  const protocol = knownProtocol(rules);
  if (protocol === null) return null;
  const { places } = protocol.splitPrize(pool);
  return { round: running.round, totalLamports: total.toString(), prizes: places.map(String), entries };
}

/** A stored winner as plain JSON. */
export function publicWinner(row: WinnerRow): PublicWinner {
  return { ...row, lamports: row.lamports.toString() };
}
