/**
 * Whether rounds pay. `shadow` is a rehearsal: everything is read, drawn and tried on the nodes, and nothing goes on
 * chain.
 */
export const PAYOUTS = ['live', 'shadow'] as const;
export type Payouts = (typeof PAYOUTS)[number];
