import type { RoundSummary } from '../../../src/contract/round.ts';
import type { Winner } from '../../../src/contract/winner.ts';

/** A round's state as a badge. */
export const STATES: Readonly<Record<RoundSummary['state'], { readonly tone: string; readonly text: string }>> = {
  open: { tone: 'grey', text: 'RUNNING' },
  locked: { tone: 'amber', text: 'LOCKED' },
  committed: { tone: 'amber', text: 'SEALED' },
  drawn: { tone: 'amber', text: 'DRAWN' },
  paid: { tone: 'mint', text: 'PAID' },
  'rolled-over': { tone: 'grey', text: 'ROLLED OVER' },
  held: { tone: 'ruby', text: 'HELD' },
};

/** How far a prize's payment has come. */
export const PAYMENTS: Readonly<Record<Winner['status'], string>> = {
  drawn: 'not sent yet',
  sent: 'on its way',
  confirmed: 'on chain',
  final: 'paid, final',
};
