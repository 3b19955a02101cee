import { describe, expect, it } from 'vitest';
import { expectSameDraws, expectSameReasons, INDEPENDENT, isNeeded, python } from './inPython.ts';

const DRAWS = Number(process.env.INDEPENDENT_DRAWS ?? 10_000);

describe.runIf(isNeeded)('the second implementation, in Python', { concurrent: true }, () => {
  it(`agrees on root, seed, winners and prizes of ${DRAWS} random draws`, { timeout: 900_000 }, () =>
    expectSameDraws(DRAWS),
  );

  it('finds the same reasons in the bytes of 3,000 owners and of all reserved keys', () => expectSameReasons(3_000));

  it('passes its own tests: its draw, its BLS, its verifier', { timeout: 900_000 }, async () => {
    const { code, err } = await python(['-m', 'unittest', 'discover', '-s', INDEPENDENT, '-p', 'test_*.py']);
    expect(code, err).toBe(0);
    expect(err).toMatch(/Ran \d\d+ tests/);
  });
});
