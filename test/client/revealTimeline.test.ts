import { describe, expect, it } from 'vitest';
import {
  ALL_SHOWN,
  isPrinted,
  nextCueAfter,
  PRINT_AT_MS,
  REVEAL_MS,
  revealAt,
} from '../../client/clock/revealTimeline.ts';

/** All moments at which something changes, with what is shown from then on. */
function courseOf(places: number) {
  const course = [{ at: 0, reveal: revealAt(0, places) }];
  for (let at = nextCueAfter(0, places); at !== null; at = nextCueAfter(at, places))
    course.push({ at, reveal: revealAt(at, places) });
  return course;
}
/** Who of `places` can be read. */
const read = (ms: number, places: number) =>
  Array.from({ length: places }, (_, index) => index + 1).filter((place) =>
    isPrinted(revealAt(ms, places), place - 1, places),
  );

describe('the timeline of a reveal', () => {
  it('tears the stub at once, prints third, second, first, and crowns', () => {
    expect(courseOf(3)).toEqual([
      { at: 0, reveal: { torn: true, printed: 0, crowned: false } },
      { at: 300, reveal: { torn: true, printed: 1, crowned: false } },
      { at: 1500, reveal: { torn: true, printed: 2, crowned: false } },
      { at: 2700, reveal: { torn: true, printed: 3, crowned: false } },
      { at: 2900, reveal: { torn: true, printed: 3, crowned: true } },
    ]);
    expect([read(299, 3), read(300, 3), read(1500, 3), read(2700, 3)]).toEqual([[], [3], [2, 3], [1, 2, 3]]);
  });

  it('prints the last place well within a second, all within four, and leaves time to read the first', () => {
    const [third, , first] = PRINT_AT_MS;
    expect(third).toBeLessThanOrEqual(400);
    expect(first).toBeLessThan(3500);
    expect(REVEAL_MS).toBe(5000);
    expect(REVEAL_MS - first).toBeGreaterThan(2000);
  });

  it('shows something new within a second with fewer winners too, and the first of them last', () => {
    expect([read(300, 2), read(1500, 2)]).toEqual([[2], [1, 2]]);
    expect(read(300, 1)).toEqual([1]);
    expect(revealAt(500, 1).crowned).toBe(true);
    expect(courseOf(2).at(-1)).toEqual({ at: 1700, reveal: { torn: true, printed: 2, crowned: true } });
  });

  it('has nothing to wait for without winners', () => {
    expect([revealAt(0, 0), nextCueAfter(0, 0)]).toEqual([ALL_SHOWN, null]);
  });

  it('never takes anything back, whenever it is looked at', () => {
    for (const places of [0, 1, 2, 3]) {
      let before = -1;
      for (let ms = 0; ms <= REVEAL_MS; ms += 50) {
        const { printed, crowned } = revealAt(ms, places);
        const now = printed * 2 + Number(crowned);
        expect(now).toBeGreaterThanOrEqual(before);
        before = now;
      }
      expect(nextCueAfter(REVEAL_MS, places)).toBe(null);
      expect(isPrinted(revealAt(REVEAL_MS, places), 0, places)).toBe(true);
    }
  });
});
