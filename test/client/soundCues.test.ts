import { describe, expect, it } from 'vitest';
import { ALL_SHOWN, PRINT_AT_MS, revealAt } from '../../client/clock/revealTimeline.ts';
import { type Cue, cueBetween, type Moment } from '../../client/draw/soundCues.ts';

const OPEN: Moment = { slip: 'result', isNew: false, left: 61, mine: false, printed: 3, crowned: true };
const SEALED: Moment = { ...OPEN, slip: 'sealed', left: 60 };

/** What is heard while the ticket shows one moment after the other. */
function heard(moments: readonly Moment[]): Cue[] {
  return moments.slice(1).flatMap((now, index) => cueBetween(moments[index] ?? now, now) ?? []);
}

describe('the sound of a draw', () => {
  it('plays the seal once at the lock, and each of the last ten seconds once, however often the page polls', () => {
    const seconds = Array.from({ length: 61 }, (_, passed) => 60 - passed);
    const looks = seconds.flatMap((left) => [left, left].map((same) => ({ ...SEALED, left: same })));
    expect(heard([OPEN, ...looks])).toEqual([
      { kind: 'seal' },
      ...[10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((left) => ({ kind: 'second', left })),
    ]);
  });

  it.each([true, false])(
    'is one note for each name and one for the crown; a visitor who has won (%s) hears a longer one',
    (mine) => {
      const result = { ...OPEN, isNew: true, left: 0, mine };
      const reveal = [0, ...PRINT_AT_MS, 2_900, 4_000].map((ms) => ({ ...result, ...revealAt(ms, 3) }));
      const opened: Moment = { ...SEALED, slip: 'opened', left: 0 };
      // At one poll the result is there although the page still shows what came before it.
      expect(heard([opened, { ...result, ...ALL_SHOWN }, ...reveal, OPEN])).toEqual([
        { kind: 'name', order: 1 },
        { kind: 'name', order: 2 },
        { kind: 'name', order: 3 },
        { kind: 'crown', mine },
      ]);
    },
  );

  it('is silent when a visitor comes after the result, and when the network is lost', () => {
    expect(heard([{ ...OPEN, slip: 'loading' }, OPEN, { ...OPEN, left: 3 }])).toEqual([]);
    expect(heard([SEALED, { ...SEALED, slip: 'unheard' }])).toEqual([]);
  });
});
