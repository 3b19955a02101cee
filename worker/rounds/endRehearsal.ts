import type { RoundInFlight } from '../../src/round/record.ts';
import { AGAIN, type Step } from '../engine/step.ts';
import type { RoundContext } from './context.ts';

/** What a rehearsal came to, in words for operators. */
export interface RehearsalEnd {
  /** What would have kept a live round from being paid; null when nothing would have. */
  readonly problem: string | null;
  readonly summary: string;
}

/** Ends a rehearsal, which has promised nothing. If a live round would have failed, a person is told of it. */
export async function endRehearsal(
  { rounds, raiseAlert, payouts }: RoundContext,
  { round }: RoundInFlight,
  { problem, summary }: RehearsalEnd,
): Promise<Step> {
  const verdict = `Round ${round} was a rehearsal and would ${problem === null ? '' : 'not '}have been paid`;
  // Raised before the round ends: a rehearsal is worth nothing if nobody hears of its failure.
  if (problem !== null) await raiseAlert(`shadow:${round}`, `${verdict}: ${problem}.`);
  await rounds.rollOver(round, 'shadow', summary);
  // Health is public, and a node's own words are in the problem.
  payouts.rehearsed(problem === null ? `${verdict}.` : `${verdict}: an alert says why.`);
  return AGAIN;
}
