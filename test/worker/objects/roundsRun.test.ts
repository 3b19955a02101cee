import { expect, it, vi } from 'vitest';
import { createRoundsRun } from '../../../worker/objects/createRoundsRun.ts';
import { neverCalled } from '../../domain/neverCalled.ts';

it('a step of the rounds that fails is in the log with its stack, and is due again a second later', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const fault = new Error('no such row');
  const { run } = createRoundsRun({
    advanceRound: () => ({ run: () => Promise.reject(fault) }),
    ...{ abort: neverCalled('abort'), onEnd: neverCalled('onEnd') },
    ...{ onFault: () => {}, note: () => {}, now: () => 5_000 },
  });
  expect(await run()).toBe(6_000);
  expect(fault.stack).toContain('roundsRun.test');
  expect(logged.mock.calls).toEqual([[`advance failed: ${fault.stack}`]]);
});
