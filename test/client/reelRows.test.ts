import { describe, expect, it } from 'vitest';
import { moveReel, paylineRow, START, STEP_MS, spinTo, stripFrom, stripOf } from '../../client/draw/useReel.ts';

const wallets = (count: number) => Array.from({ length: count }, (_, index) => String(index));
/** What is in sight of a strip, from the top. */
const seen = ({ rows, travel }: { rows: readonly string[]; travel: number }) => rows.slice(travel);

describe('the reel', () => {
  it('has seven rows however many wallets there are, and those that pass', () => {
    expect(stripFrom([], 0).rows).toEqual([]);
    expect(stripFrom(['a'], 5).rows.join('')).toBe('aaaaaaa');
    expect(stripFrom(wallets(100_000), 99_998).rows).toEqual(['99998', '99999', '0', '1', '2', '3', '4']);
    expect(stripFrom(wallets(100_000), 99_998, 30).rows).toHaveLength(37);
  });

  it.each([1, 3, 40])('goes on after a lap from what is then in sight, of %i wallets', (count) => {
    const participants = wallets(count);
    const lap = moveReel({ ...START, step: 2 }, { kind: 'lap' });
    const first = stripOf(lap, participants);
    expect(first.rows.slice(0, 7)).toEqual(stripFrom(participants, 2).rows);
    expect(stripOf(moveReel(lap, { kind: 'lap' }), participants).rows.slice(0, 7)).toEqual(seen(first));
  });

  it('rests on the row that comes next, and never behind the end of a lap', () => {
    const participants = wallets(100);
    const lap = moveReel({ ...START, step: 3 }, { kind: 'lap' });
    const strip = stripOf(lap, participants);
    const restsAfter = (passedMs: number) => stripOf(moveReel(lap, { kind: 'rest', passedMs }), participants).rows;
    expect(restsAfter(0)).toEqual(strip.rows.slice(0, 7));
    expect(restsAfter(1)).toEqual(strip.rows.slice(1, 8));
    expect(restsAfter(3 * STEP_MS + 1)).toEqual(strip.rows.slice(4, 11));
    expect(restsAfter(3_600_000)).toEqual(seen(strip));
  });
});

describe('the reel on its way to a winner', () => {
  it.each([3, 7, 8, 60, 500])('begins with what is in sight and ends on the winner, of %i wallets', (count) => {
    const participants = wallets(count);
    for (const winner of [0, 1, Math.floor(count / 2), count - 1].map(String)) {
      for (const travel of [7, 14, 18]) {
        const from = stripFrom(participants, 5);
        const { strip } = spinTo({ from, participants, winner, travel });
        expect(strip.rows).toHaveLength(travel + 7);
        expect(strip.rows.slice(0, 7)).toEqual(seen(from));
        expect(strip.rows[paylineRow(strip)]).toBe(winner);
      }
    }
  });

  it('passes the winner’s neighbours in their order, and goes on after them as before', () => {
    const participants = wallets(50);
    const { strip, step } = spinTo({ from: stripFrom(participants, 0), participants, winner: '30', travel: 14 });
    expect(strip.rows.slice(7)).toEqual(wallets(34).slice(20));
    expect(seen(stripFrom(participants, step))).toEqual(seen(strip));
  });

  it('lands on a winner who is not among the wallets in sight of the server', () => {
    const { strip } = spinTo({ from: stripFrom(['a', 'b'], 0), participants: ['a', 'b'], winner: 'w', travel: 7 });
    expect(strip.rows[paylineRow(strip)]).toBe('w');
  });

  it('goes from winner to winner, stands where it missed the way, and runs on from the first', () => {
    const participants = wallets(40);
    const payline = (state: Parameters<typeof stripOf>[0]) => {
      const strip = stripOf(state, participants);
      return strip.rows[paylineRow(strip)];
    };
    const start = moveReel(moveReel({ ...START, step: 3 }, { kind: 'lap' }), { kind: 'rest', passedMs: 1 });
    const third = moveReel(start, { kind: 'spin', participants, order: 0, winner: '11' });
    expect(payline(third)).toBe('11');
    const second = moveReel(third, { kind: 'spin', participants, order: 1, winner: '4' });
    expect(seen(stripOf(third, participants))).toEqual(stripOf(second, participants).rows.slice(0, 7));
    expect(payline(second)).toBe('4');
    expect(moveReel(second, { kind: 'stand', participants, winner: '4' })).toBe(second);
    const first = moveReel(second, { kind: 'stand', participants, winner: '39' });
    expect([payline(first), first.travelMs]).toEqual(['39', 0]);
    expect(payline(moveReel(first, { kind: 'leave' }))).toBe('39');
  });
});
