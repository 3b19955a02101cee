import type { Seal, Stats } from '../../src/contract/stats.ts';
import type { RoundState } from './RoundContext.ts';
import type { Outcome } from './RoundView.ts';

/** The ticket's lower half: the last result until the next lock, and then the sealed envelope. */
export type Slip =
  | { readonly kind: 'loading' | 'lost' | 'none' | 'unheard' }
  | { readonly kind: 'sealed' | 'opened'; readonly roundNumber: number; readonly seal: Seal | null }
  | {
      readonly kind: 'result';
      readonly roundNumber: number;
      readonly outcome: Outcome;
      readonly seal: Seal | null;
      readonly isNew: boolean;
    };

export function slipOf({ figures, round, stage, outcome }: Omit<RoundState, 'jackpot'>): Slip {
  if (figures.kind !== 'known') return { kind: figures.kind };
  const { stats } = figures;
  if (!round) return { kind: 'none' };
  const { roundNumber } = round;
  const seal = sealOf(stats, roundNumber);
  if (outcome) return { kind: 'result', roundNumber, outcome, seal, isNew: true };
  // The server is silent, so this page cannot know how the draw goes on.
  if (stage === 'drawing' && figures.silent) return { kind: 'unheard' };
  if (stage === 'drawing') return { kind: 'opened', roundNumber, seal };
  return stage === 'locked' ? { kind: 'sealed', roundNumber, seal } : lastResult(stats);
}

/** The last round's result. While that round is being drawn: the result of the newest round with winners. */
function lastResult(stats: Stats): Slip {
  const { lastRound, recentWinners } = stats;
  if (lastRound && lastRound.phase !== 'drawing') {
    const { roundNumber, phase, reason, winners } = lastRound;
    const outcome = { kind: phase, reason, winners };
    return { kind: 'result', roundNumber, outcome, seal: sealOf(stats, roundNumber), isNew: false };
  }
  const roundNumber = recentWinners[0]?.roundNumber;
  if (roundNumber === undefined) return { kind: 'none' };
  const winners = recentWinners.filter((winner) => winner.roundNumber === roundNumber);
  const outcome = { kind: 'complete', reason: null, winners } as const;
  return { kind: 'result', roundNumber, outcome, seal: null, isNew: false };
}

/** The seal of the running or the last round; null for any other round, and while the round has no seal. */
function sealOf({ currentRound, lastRound }: Stats, roundNumber: number): Seal | null {
  return [currentRound, lastRound].find((one) => one?.roundNumber === roundNumber)?.seal ?? null;
}
