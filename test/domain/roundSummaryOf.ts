import type { RoundSummary } from '../../src/contract/round.ts';

const END = '2026-11-20T07:00:00.000Z';

/** A round in the API's form. It is paid and has no winner unless `altered` says otherwise. */
export function roundSummaryOf(altered: Partial<RoundSummary> = {}): RoundSummary {
  return {
    ...{ roundNumber: 1, state: 'paid', reason: null, startsAt: END, endsAt: END, entries: 7, root: null },
    ...{ poolLamports: null, totalLamports: null, beaconRound: null, winners: [], payoutSignature: null },
    ...{ lockedAt: null, committedAt: null, beaconAt: null, drawnAt: null, paidAt: null, finalAt: null },
    late: [],
    ...altered,
  };
}
