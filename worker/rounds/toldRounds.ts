import { type RoundClock, roundEndsAt, roundLocksAt } from '../../src/round/clock.ts';
import type { TellTransition, Transition } from '../engine/tellTransitions.ts';
import type { RoundStore } from '../store/rounds/rounds.ts';

/** Rounds whose state is remembered. */
const MOST_REMEMBERED = 50;

/** The rounds' store, with a line in the log for every transition that it made. */
export function toldRounds(rounds: RoundStore, clock: RoundClock, tell: TellTransition): RoundStore {
  /** Memory only: where a round that is held came from. */
  const states = new Map<number, string>();

  function remember(round: number, state: string): void {
    if (states.size >= MOST_REMEMBERED) states.clear();
    states.set(round, state);
  }

  /** Passes on whether a transition was made, and tells of one that was. */
  async function told(
    made: Promise<boolean>,
    { number, to, ...rest }: Omit<Transition, 'of' | 'from' | 'dueAt'>,
  ): Promise<boolean> {
    const isMade = await made;
    if (!isMade) return false;
    const due = to === 'locked' || to === 'committed' ? roundLocksAt(clock, number) : roundEndsAt(clock, number);
    tell({ of: 'round', number, from: states.get(number) ?? null, to, dueAt: due * 1000, ...rest });
    remember(number, to);
    return true;
  }

  return {
    ...rounds,
    async inFlight() {
      const record = await rounds.inFlight();
      if (record !== null) remember(record.round, record.state);
      return record;
    },
    insertLock: (lock, ...rest) => told(rounds.insertLock(lock, ...rest), { number: lock.round, to: 'locked' }),
    async insertUnlocked(unlocked) {
      await rounds.insertUnlocked(unlocked);
      for (const { round: number, endsAt, state: to, reason } of unlocked)
        tell({ of: 'round', number, from: null, to, reason, dueAt: endsAt * 1000 });
    },
    commit: (round, seen) =>
      told(rounds.commit(round, seen), { number: round, to: 'committed', signature: seen.signature }),
    draw: (round, ...rest) => told(rounds.draw(round, ...rest), { number: round, to: 'drawn' }),
    pay: (round, signature, slot) => told(rounds.pay(round, signature, slot), { number: round, to: 'paid', signature }),
    rollOver: (round, reason, detail) =>
      told(rounds.rollOver(round, reason, detail), { number: round, to: 'rolled-over', reason }),
    hold: (round, reason, ...rest) => told(rounds.hold(round, reason, ...rest), { number: round, to: 'held', reason }),
  };
}
