import { describe, expect, it } from 'vitest';
import { brokenRules, expectCalm, LIMIT_MS, simulate } from './simulate.ts';

describe('the simulator', () => {
  it(
    'plays calm worlds of 2 nodes to their end: every round is paid and the tax distributed, with few calls of a node',
    () => expectCalm(2),
    LIMIT_MS,
  );

  it(
    'loses crons, for minutes and one by one: every round is paid all the same',
    async () => {
      const { last } = await simulate('--from', '1', '--seeds', '8', '--families', 'crons');
      expect(last).toMatchObject({ seeds: 8, violations: 0 });
      expect(last.rounds).toBeGreaterThan(20);
    },
    LIMIT_MS,
  );

  it(
    'plays one seed the same way in two processes, event by event, also with a crash at a named question',
    async () => {
      const pair = 'getLatestBlockhash × crash';
      const args = ['--from', '40', '--seeds', '3', '--nodes', '3', '--coverage', '--at', pair];
      const [one, other] = await Promise.all([simulate(...args), simulate(...args)]);
      expect(one.last.trace).toBe(other.last.trace);
      expect(one.last.met).toContain(pair);
    },
    LIMIT_MS,
  );

  it(
    'has a chain that gives the same results as the real Solana runtime in 20 scenarios',
    async () => {
      const { last } = await simulate('--differential', '--from', process.env.SIM_FROM ?? '1', '--seeds', '20');
      expect(last).toMatchObject({ scenarios: 20, same: 20 });
    },
    LIMIT_MS,
  );

  it(
    'finds no rule broken in new seeds',
    async () => {
      const from = process.env.SIM_FROM ?? '5000';
      const { said, last } = await simulate('--from', from, '--seeds', '100000', '--seconds', '60');
      console.log(`the simulator has played ${last.seeds} seeds from ${from} on`);
      expect(last.rounds).toBeGreaterThan(0);
      expect(brokenRules(said)).toEqual([]);
    },
    LIMIT_MS,
  );
});
