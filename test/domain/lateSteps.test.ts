import { describe, expect, it } from 'vitest';
import type { Causes } from '../../src/round/causes.ts';
import { lateSteps, ON_TIME_SECONDS, type TimedRound } from '../../src/round/lateSteps.ts';

/** Milliseconds after the lock was due: a round of which each step came one second after it could be taken. */
const ENDS = 60_000;
const ON_TIME: TimedRound['times'] = {
  ...{ lockedAt: 1_000, committedAt: 2_000, beaconAt: 64_000, drawnAt: 65_000, paidAt: 66_000, finalAt: 80_000 },
};
const NOTHING = { lockedAt: null, committedAt: null, beaconAt: null, drawnAt: null, paidAt: null, finalAt: null };
const round = (given: Partial<TimedRound>): TimedRound => ({
  ...{ state: 'paid', times: ON_TIME, causes: {}, locksAt: 0, endsAt: ENDS, beaconAt: 63_000 },
  ...given,
});
const late = (given: Partial<TimedRound>, now = 10_000_000) => lateSteps(round(given), now);
const UNKNOWN = 'No cause was recorded.';

describe('a step of a round', () => {
  it('is not late in a round without delay', () => {
    expect(late({})).toEqual([]);
  });

  it.each([
    ['commit', 15, (ms: number) => ({ committedAt: 1_000 + ms })],
    ['beacon', 10, (ms: number) => ({ beaconAt: 63_000 + ms, drawnAt: 63_000 + ms, paidAt: 63_000 + ms })],
    ['draw', 10, (ms: number) => ({ drawnAt: 64_000 + ms, paidAt: 64_000 + ms })],
    ['pay', 20, (ms: number) => ({ paidAt: 65_000 + ms })],
  ] as const)('that is "%s" may take %i seconds, and is late after them', (step, seconds, moved) => {
    expect(ON_TIME_SECONDS[step]).toBe(seconds);
    const lateWhen = (ms: number) => late({ times: { ...ON_TIME, ...moved(ms) } });
    expect(lateWhen(seconds * 1_000)).toEqual([]);
    expect(lateWhen(seconds * 1_000 + 1_000)).toEqual([{ step, seconds: seconds + 1, cause: UNKNOWN }]);
  });

  it('that is the lock is late only with a recorded cause: another timetable may have held then', () => {
    const times = { ...ON_TIME, lockedAt: 16_000, committedAt: 17_000 };
    expect(late({ times })).toEqual([]);
    expect(late({ times, causes: { lock: 'A node was slow.' } })).toEqual([
      { step: 'lock', seconds: 16, cause: 'A node was slow.' },
    ]);
    expect(late({ times: { ...times, lockedAt: 15_000 }, causes: { lock: 'A node was slow.' } })).toEqual([]);
  });

  it('is told with its cause; a draw has that of its beacon', () => {
    const times = { ...ON_TIME, beaconAt: 80_000, drawnAt: 91_000, paidAt: 120_000 };
    const causes: Causes = { beacon: 'No relay answered.', pay: 'No node sent it.' };
    expect(late({ times, causes })).toEqual([
      { step: 'beacon', seconds: 17, cause: 'No relay answered.' },
      { step: 'draw', seconds: 11, cause: 'No relay answered.' },
      { step: 'pay', seconds: 29, cause: 'No node sent it.' },
    ]);
    const [, draw] = late({ times, causes: { ...causes, draw: 'The database was away.' } });
    expect(draw?.cause).toBe('The database was away.');
    expect(late({ times: { ...ON_TIME, paidAt: 120_000 }, causes: { beacon: 'x' } })[0]?.cause).toBe(UNKNOWN);
  });

  it('is not late when it is not known since when it could be taken', () => {
    expect(late({ times: { ...NOTHING, committedAt: 40_000, drawnAt: 90_000 } })).toEqual([]);
  });

  it('of a beacon that came before the end could be drawn from the end on', () => {
    const times = { ...ON_TIME, beaconAt: 40_000, drawnAt: 70_000, paidAt: 71_000 };
    expect(late({ times, beaconAt: 40_000 })).toEqual([]);
    expect(late({ times: { ...times, drawnAt: 71_000, paidAt: 72_000 }, beaconAt: 40_000 })).toEqual([
      { step: 'draw', seconds: 11, cause: UNKNOWN },
    ]);
  });
});

describe('the step that a round waits for', () => {
  const locked = { ...NOTHING, lockedAt: 0 };
  const committed = { ...locked, committedAt: 1_000 };
  const drawn = { ...ON_TIME, paidAt: null, finalAt: null };
  it('is late from now on', () => {
    expect(late({ state: 'locked', times: locked }, 16_000)).toEqual([{ step: 'commit', seconds: 16, cause: UNKNOWN }]);
    expect(late({ state: 'committed', times: committed }, 74_000)).toEqual([
      { step: 'beacon', seconds: 11, cause: UNKNOWN },
    ]);
    expect(late({ state: 'drawn', times: drawn }, 86_000)).toEqual([{ step: 'pay', seconds: 21, cause: UNKNOWN }]);
  });

  it('is none once it is paid, or while it waits for a person', () => {
    expect(late({ state: 'drawn', times: { ...drawn, paidAt: 66_000 } })).toEqual([]);
    expect(late({ state: 'held', times: drawn })).toEqual([]);
    expect(late({ state: 'held', times: committed })).toEqual([]);
  });
});

describe('a round that was called off', () => {
  it('has waited until its end for its lock, or for its commitment', () => {
    const causes: Causes = { lock: 'No node answered.', commit: 'It did not land.' };
    expect(late({ state: 'rolled-over', times: NOTHING, causes, locksAt: 5_000 })).toEqual([
      { step: 'lock', seconds: 55, cause: 'No node answered.' },
    ]);
    expect(late({ state: 'rolled-over', times: { ...NOTHING, lockedAt: 2_000 }, causes })).toEqual([
      { step: 'commit', seconds: 58, cause: 'It did not land.' },
    ]);
  });

  it('was not late when no cause is known: the rules ended it', () => {
    expect(late({ state: 'rolled-over', times: NOTHING })).toEqual([]);
  });
});
