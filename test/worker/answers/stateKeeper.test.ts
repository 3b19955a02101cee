import { expect, it } from 'vitest';
import type { StoredState } from '../../../worker/answers/state/publicState.ts';
import { createStateKeeper } from '../../../worker/objects/createStateKeeper.ts';

it('the public state is read again after a failed read, and the old state does not count as new', async () => {
  let totalWinners = 0;
  let isDown = false;
  const keeper = createStateKeeper({
    read: async () => {
      if (isDown) throw new Error('D1 is down');
      return { totalWinners, builtAt: 0, lastRound: null } as StoredState;
    },
    closedRounds: () => 0,
    now: () => 0,
  });
  expect(await keeper.get()).toMatchObject({ totalWinners: 0 });
  totalWinners = 3;
  isDown = true;
  keeper.outdate();
  await expect(keeper.get()).rejects.toThrow('D1 is down');
  isDown = false;
  expect(await keeper.get()).toMatchObject({ totalWinners: 3 });
});
