import { expect, it } from 'vitest';
import { chainErrorText } from '../../../worker/rounds/payRound.ts';

it.each([
  ['{"InstructionError":[4,{"Custom":1}]}', 'the pool held less than it had to pay'],
  ['{"InstructionError":[3,{"Custom":0}]}', 'the mark of its hour is allocated already'],
  ['"InsufficientFundsForFee"', 'the pool could not pay the network fee'],
  ['{"InsufficientFundsForRent":{"account_index":5}}', 'an account would have been left with less than the least'],
])('the chain’s error %s of a payment is told with what it means', (error, meaning) => {
  expect(chainErrorText(error)).toContain(`${error}: ${meaning}`);
});

it('an error whose meaning is not known is told as it is', () => {
  const other = '{"InstructionError":[2,{"Custom":10}]}';
  expect(chainErrorText(other)).toBe(other);
});
