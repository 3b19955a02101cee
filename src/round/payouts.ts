/**
 * Whether rounds pay. `shadow` is a rehearsal: everything is read, drawn and tried on the nodes, and nothing goes on
 * chain.
 */
export const PAYOUTS = ['live', 'shadow'] as const;
export type Payouts = (typeof PAYOUTS)[number];

/** Why rounds do not pay yet although they are set to: a rehearsal is under way. */
export function stillRehearsing(round: number): string {
  return `PAYOUTS=live is refused while round ${round} is in flight: it was locked as a rehearsal, and pays nothing. Rounds locked after its end pay.`;
}

/** What still pays although rounds are set to rehearse: it was locked before. */
export function stillPaying(round: number): string {
  return `Round ${round} was locked before PAYOUTS=shadow: what it promised is still paid. Rounds locked after it pay nothing.`;
}
