import type { RoundStore } from '../../worker/store/rounds/rounds.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, WINNERS_1000 } from './honestRound.ts';

export const FINAL = { ...COMMITMENT, final: true };

/** Every state a round can be found in, and how round 123 gets there. */
export const REACH = {
  absent: async () => {},
  locked: (rounds) => rounds.insertLock(lockOf(), DOCUMENTS, 'lock-1'),
  committed: async (rounds) => {
    await REACH.locked(rounds);
    await rounds.commit(123, COMMITMENT);
  },
  'committed and final': async (rounds) => {
    await REACH.locked(rounds);
    await rounds.commit(123, FINAL);
  },
  drawn: async (rounds) => {
    await REACH['committed and final'](rounds);
    await rounds.draw(123, BEACON_1000, WINNERS_1000);
  },
  paid: async (rounds) => {
    await REACH.drawn(rounds);
    await rounds.pay(123, 'payout-signature', 311_222_500);
  },
  'rolled over': async (rounds) => {
    await REACH.locked(rounds);
    await rounds.rollOver(123, 'commitment-late', 'a cause');
  },
  held: async (rounds) => {
    await REACH.committed(rounds);
    await rounds.hold(123, 'overdue', 'a cause');
  },
} satisfies Record<string, (rounds: RoundStore) => Promise<unknown>>;
export type Reached = keyof typeof REACH;
