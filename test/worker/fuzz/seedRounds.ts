import type { Address } from '../../../src/address/address.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { createCountFairness } from '../../../worker/upkeep/countFairness.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, WINNERS_1000 } from '../honestRound.ts';

/** The times of the seeded rounds, and their wallets. */
export interface Timetable {
  /** Unix seconds. */
  readonly genesisTime: number;
  readonly roundSeconds: number;
  readonly pool: Address;
}

/** How each of the eight closed rounds ended: every possible end. */
const COURSES = ['paid', 'paid', 'called off', 'missed', 'held early', 'held late', 'unrecorded', 'paid'] as const;

/**
 * Low slots, because the tested worker's chain is new, and its nodes would not be believed if they were behind the last
 * payment.
 */
const PAYOUT_SLOT = 1;

/** Rounds in every state that a closed one can be in, the newest of them paid. */
export async function seedRounds(db: D1Database, { genesisTime, roundSeconds, pool }: Timetable): Promise<void> {
  for (const [i, course] of COURSES.entries()) {
    const round = i + 1;
    const endsAt = genesisTime + round * roundSeconds;
    const rounds = createRoundStore(db, () => endsAt * 1000 + 900);
    if (course === 'missed' || course === 'unrecorded') {
      const unlocked = { round, endsAt, detail: 'a cause' };
      await rounds.insertUnlocked([
        course === 'missed'
          ? { ...unlocked, state: 'rolled-over', reason: 'missed' }
          : { ...unlocked, state: 'held', reason: 'mark-without-record', promised: 0n },
      ]);
      continue;
    }
    await rounds.insertLock({ ...lockOf(round, DOCUMENTS, endsAt), wallet: pool }, DOCUMENTS, `lock-${round}`);
    if (course === 'called off') {
      await rounds.rollOver(round, 'commitment-late', 'a cause');
      continue;
    }
    const { signature } = COMMITMENT;
    await rounds.commit(round, {
      ...COMMITMENT,
      signature: `${signature}-${round}`,
      blockTime: endsAt - 30,
      final: true,
    });
    if (course === 'held early') {
      await rounds.hold(round, 'overdue', 'a cause');
      continue;
    }
    await rounds.draw(round, BEACON_1000, WINNERS_1000);
    if (course === 'paid') await rounds.pay(round, `payout-${round}`, PAYOUT_SLOT);
    else await rounds.hold(round, 'payout-rejected', 'a cause');
  }
  await createCountFairness({ db, now: () => genesisTime * 1000 })();
}
