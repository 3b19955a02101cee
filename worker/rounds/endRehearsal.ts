import type { RoundInFlight } from '../../src/round/record.ts';
import { AGAIN, type Step } from '../engine/step.ts';
import type { RoundContext } from './context.ts';

/** What a rehearsal came to, in words for operators. */
export interface RehearsalEnd {
  /** What would have kept a live round from being paid; null when nothing would have. */
  readonly problem: string | null;
  readonly summary: string;
}

/** Ends a rehearsal: it has promised nothing. What a live round would have failed on is told to a person. */
export async function endRehearsal(
  { rounds, raiseAlert, payouts }: RoundContext,
  { round }: RoundInFlight,
  { problem, summary }: RehearsalEnd,
): Promise<Step> {
  const verdict = `Round ${round} was a rehearsal and would ${problem === null ? '' : 'not '}have been paid`;
  // Before the round's end: a failure that nobody is told of would make the rehearsal worthless.
  if (problem !== null) await raiseAlert(`shadow:${round}`, `${verdict}: ${problem}.`);
  await rounds.rollOver(round, 'shadow', summary);
  // Health is public, and a node's own words are in the problem.
  payouts.rehearsed(problem === null ? `${verdict}.` : `${verdict}: an alert says why.`);
  return AGAIN;
}
