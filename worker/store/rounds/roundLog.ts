import { type RoundClock, roundEndsAt, roundLocksAt } from '../../../src/round/clock.ts';
import type { TellTransition, Transition } from '../journal/tellTransition.ts';
import type { Unlocked } from './roundLocks.ts';

/** The states of at most this many rounds are remembered. When there would be more, all are forgotten. */
const MOST_REMEMBERED = 50;

/** The log of the rounds' transitions: one line for each transition that was made. */
export interface RoundLog {
  /** Notes the state in which a round was read, for the line of the round's next transition. */
  read(record: { readonly round: number; readonly state: string }): void;
  /** Resolves to whether the transition was made, and logs a transition that was made. */
  moved(made: Promise<boolean>, transition: Omit<Transition, 'of' | 'from' | 'dueAt'>): Promise<boolean>;
  /** Logs rounds that were stored without a lock, as ended or held. */
  ended(rounds: readonly Unlocked[]): void;
}

export function createRoundLog(clock: RoundClock, tell: TellTransition): RoundLog {
  /** The state in which each round was last seen, in memory only. */
  const states = new Map<number, string>();

  function remember(round: number, state: string): void {
    if (states.size >= MOST_REMEMBERED) states.clear();
    states.set(round, state);
  }

  return {
    read: ({ round, state }) => remember(round, state),
    async moved(made, { number, to, ...rest }) {
      const isMade = await made;
      if (!isMade) return false;
      const due = to === 'locked' || to === 'committed' ? roundLocksAt(clock, number) : roundEndsAt(clock, number);
      tell({ of: 'round', number, from: states.get(number) ?? null, to, dueAt: due * 1000, ...rest });
      remember(number, to);
      return true;
    },
    ended(rounds) {
      for (const { round: number, endsAt, state: to, reason } of rounds)
        tell({ of: 'round', number, from: null, to, reason, dueAt: endsAt * 1000 });
    },
  };
}

/** For code that writes rounds and logs nothing. */
export const NO_ROUND_LOG: RoundLog = { read: () => {}, moved: (made) => made, ended: () => {} };
