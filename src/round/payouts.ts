/**
 * Whether rounds pay. `shadow` is a rehearsal: everything is read and drawn, nodes simulate the transactions, and
 * nothing goes on chain.
 */
export const PAYOUTS = ['live', 'shadow'] as const;
export type Payouts = (typeof PAYOUTS)[number];

/** Says why rounds do not pay yet although the setting wants it: a rehearsal is still in flight. */
export function stillRehearsing(round: number): string {
  return `PAYOUTS=live is refused while round ${round} is in flight: it was locked as a rehearsal, and pays nothing. Rounds locked after its end pay.`;
}

/** Says which round still pays although the setting wants rehearsals. */
export function stillPaying(round: number): string {
  return `Round ${round} was locked before PAYOUTS=shadow: what it promised is still paid. Rounds that are locked later pay nothing.`;
}
