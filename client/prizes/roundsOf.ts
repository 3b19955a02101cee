import type { Winner } from '../../src/contract/winner.ts';
import { MOST_WINNERS } from '../../src/protocol/versions.ts';

/** A round with its winners. */
export interface WonRound {
  readonly roundNumber: number;
  readonly winners: readonly Winner[];
}

/**
 * Winners, newest first, grouped by their rounds. `isEnd`: no winner follows. Otherwise the last round may be
 * incomplete and is left out, unless it is the only one.
 */
export function roundsOf(winners: readonly Winner[], isEnd: boolean): readonly WonRound[] {
  const rounds = new Map<number, Winner[]>();
  for (const winner of winners) {
    const round = rounds.get(winner.roundNumber);
    if (round) round.push(winner);
    else rounds.set(winner.roundNumber, [winner]);
  }
  const list = [...rounds].map(([roundNumber, ofRound]) => ({ roundNumber, winners: ofRound }));
  const isCut = !isEnd && (list.at(-1)?.winners.length ?? 0) < MOST_WINNERS;
  return isCut && list.length > 1 ? list.slice(0, -1) : list;
}

/** How many winners stand before each round, so that ranks are counted through all of them. */
export function ranksBefore(rounds: readonly WonRound[], first = 0): readonly number[] {
  let rank = first;
  return rounds.map(({ winners }) => {
    rank += winners.length;
    return rank - winners.length;
  });
}
