import { describe, it } from 'vitest';
import { expectSameDraws, expectSameReasons, isNeeded } from './inPython.ts';

describe.runIf(isNeeded)('the second implementation, in Python', { concurrent: true }, () => {
  it('agrees on root, seed, winners and prizes of 500 random draws', () => expectSameDraws(500));

  it('finds the same reasons in the bytes of 200 owners and of all reserved keys', () => expectSameReasons(200));
});
