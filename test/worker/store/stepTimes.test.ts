import { beforeEach, describe, expect, it } from 'vitest';
import { createRoundStore, type RoundStore } from '../../../worker/store/rounds/rounds.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, BEACON_1001, COMMITMENT, DOCUMENTS, lockOf, NO_TIMES, WINNERS_1000 } from '../honestRound.ts';
import { FINAL } from '../roundStates.ts';

let rounds: RoundStore;
let now = 0;
beforeEach(async () => {
  rounds = createRoundStore(await emptyDatabase(), () => now);
});

const timesOf = async (round = 123) => (await rounds.get(round))?.times;
/** Takes a step at a moment. */
const at = (moment: number, step: () => Promise<unknown>) => {
  now = moment;
  return step();
};
const drawn = async () => {
  await at(1, () => rounds.insertLock(lockOf(), DOCUMENTS, 'lock-1'));
  await at(2, () => rounds.commit(123, COMMITMENT));
  await at(3, () => rounds.commitmentFinal(123, FINAL));
  await at(5, () => rounds.draw(123, { ...BEACON_1000, receivedAt: 4 }, WINNERS_1000));
};
const UNTIL_DRAWN = { lockedAt: 1, committedAt: 2, beaconAt: 4, drawnAt: 5 };

describe('the times of a round', () => {
  it('are those at which each step was first taken, and none is taken back by one that comes twice', async () => {
    await drawn();
    expect(await timesOf()).toEqual({ ...UNTIL_DRAWN, paidAt: null, finalAt: null });
    await at(6, () => rounds.payoutSeen(123, 'payout', 'sent'));
    expect(await timesOf()).toEqual({ ...UNTIL_DRAWN, paidAt: null, finalAt: null });
    await at(7, () => rounds.payoutSeen(123, 'payout', 'confirmed'));
    await at(8, () => rounds.payoutSeen(123, 'payout', 'confirmed'));
    await at(9, () => rounds.pay(123, 'payout', 1));
    const paid = { ...UNTIL_DRAWN, paidAt: 7, finalAt: 9 };
    expect(await timesOf()).toEqual(paid);
    await at(10, () => rounds.insertLock(lockOf(), DOCUMENTS, 'lock-2'));
    await at(11, () => rounds.commit(123, COMMITMENT));
    await at(12, () => rounds.draw(123, { ...BEACON_1001, receivedAt: 11 }, WINNERS_1000));
    await at(13, () => rounds.pay(123, 'payout', 1));
    expect(await timesOf()).toEqual(paid);
  });

  it('say that a payment was seen when it was final, where nobody saw it before', async () => {
    await drawn();
    await at(6, () => rounds.payoutSeen(123, 'payout', 'sent'));
    await at(9, () => rounds.pay(123, 'payout', 1));
    expect(await timesOf()).toMatchObject({ paidAt: 9, finalAt: 9 });
  });

  it('forget a payment that a fork dropped, and are those of the one that counts', async () => {
    await drawn();
    await at(6, () => rounds.payoutSeen(123, 'first', 'confirmed'));
    await at(7, () => rounds.payoutSeen(123, 'first', 'sent'));
    expect(await timesOf()).toMatchObject({ paidAt: null });
    await at(8, () => rounds.payoutSeen(123, 'second', 'confirmed'));
    expect(await timesOf()).toMatchObject({ paidAt: 8 });
    await at(9, () => rounds.pay(123, 'third', 1));
    expect(await timesOf()).toMatchObject({ paidAt: 9, finalAt: 9 });
  });

  it('keep what a round had come to when it is called off or held', async () => {
    await at(1, () => rounds.insertLock(lockOf(), DOCUMENTS, 'lock-1'));
    await at(2, () => rounds.rollOver(123, 'commitment-late', 'a cause'));
    expect(await timesOf()).toEqual({ ...NO_TIMES, lockedAt: 1 });
    await at(3, () =>
      rounds.insertUnlocked([{ round: 124, endsAt: 1, state: 'rolled-over', reason: 'missed', detail: null }]),
    );
    expect(await timesOf(124)).toEqual(NO_TIMES);
  });
});
