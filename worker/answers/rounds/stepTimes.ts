import type { StepTimes } from '../../../src/contract/round.ts';
import type { StepMoments } from '../../../src/round/record.ts';
import { isoOfMs } from '../isoTime.ts';

/** The times of a round's steps as they are answered; a round without a row has taken none. */
export function stepTimes(moments: StepMoments | null): StepTimes {
  const iso = (step: keyof StepMoments) => {
    const at = moments?.[step] ?? null;
    return at === null ? null : isoOfMs(at);
  };
  return {
    lockedAt: iso('lockedAt'),
    committedAt: iso('committedAt'),
    beaconAt: iso('beaconAt'),
    drawnAt: iso('drawnAt'),
    paidAt: iso('paidAt'),
    finalAt: iso('finalAt'),
  };
}
