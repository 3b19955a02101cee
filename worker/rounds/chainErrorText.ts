/** What errors of a payment mean to the person who has to solve them: a part of the chain's JSON, and its meaning. */
const MEANINGS: readonly (readonly [string, string])[] = [
  // A system transfer's "result with negative lamports".
  ['"Custom":1}', 'the pool held less than it had to pay'],
  // The mark's "account already in use".
  ['"Custom":0}', 'the mark of its hour is allocated already'],
  ['InsufficientFundsForFee', 'the pool could not pay the network fee'],
  ['InsufficientFundsForRent', 'an account would have been left with less than the least it may hold'],
];

/** The chain's own error of a payment, as JSON, and in words where its meaning is known. */
export function chainErrorText(error: string): string {
  const known = MEANINGS.find(([part]) => error.includes(part));
  return known === undefined ? error : `${error}: ${known[1]}`;
}
