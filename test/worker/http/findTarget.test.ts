import { describe, expect, it } from 'vitest';
import { findTarget } from '../../../worker/http/findTarget.ts';

const WALLET = '4Nd1mYwJQ9cF1sVqyNVbKZb1S9VXPYtEyvTnTcPzJx8L';

describe('the search over all rounds', () => {
  it.each([
    ['1234', '/rounds/1234'],
    [' #1,234 ', '/rounds/1234'],
    ['round 7', '/rounds/7'],
    ['Round #007', '/rounds/7'],
    ['0', '/rounds/0'],
    ['1000000', '/rounds/1000000'],
    ['2026-11-20', '/rounds?date=2026-11-20'],
    ['20 Nov 2026', '/rounds?date=2026-11-20'],
    ['3 november 2026', '/rounds?date=2026-11-03'],
    ['29 Feb 2028', '/rounds?date=2028-02-29'],
    [WALLET, `/rounds?address=${WALLET}`],
    [`https://solscan.io/account/${WALLET}`, `/rounds?address=${WALLET}`],
    ['', '/rounds'],
    ['   ', '/rounds'],
  ])('takes %j to %s', (typed, target) => {
    expect(findTarget(typed)).toBe(target);
  });

  it.each([
    'yesterday',
    '-1',
    '1.5',
    '12345678901234',
    '1,23',
    '//evil.example',
    '<script>',
    'Nov 2026',
    '20 Foo 2026',
    '2026-02-31',
    '29 Feb 2026',
    '99 Nov 2026',
    '0 Nov 2026',
  ])('does not understand %j', (typed) => {
    expect(findTarget(typed)).toBeNull();
  });
});
