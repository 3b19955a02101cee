import { describe, expect, it } from 'vitest';
import { createReach, failureOf } from '../../client/reach.ts';

const CAUSE = new TypeError('Failed to fetch');

function reachAt() {
  let now = 0;
  const reach = createReach(() => now);
  const at = (time: number) => {
    now = time;
    return reach;
  };
  const failure = (time: number, url: string) => failureOf(at(time).unanswered(url, CAUSE));
  return { at, failure };
}

describe('a call that gets no status', () => {
  it('is silence while no other call gets one, however often it fails', () => {
    const { at, failure } = reachAt();
    at(1).answered('/stats');
    expect([failure(2, '/stats'), failure(3, '/prices'), failure(60, '/stats')]).toEqual([
      'silent',
      'silent',
      'silent',
    ]);
  });

  it('is a failure when it fails again after another was answered', () => {
    const { at, failure } = reachAt();
    expect(failure(1, '/stats?refresh=true')).toBe('silent');
    at(2).answered('/prices');
    expect(failure(3, '/stats')).toBe('failed');
  });

  it('still counts as silence for calls that have not noticed yet that the network is back', () => {
    const { at, failure } = reachAt();
    expect(failure(1, '/stats')).toBe('silent');
    at(2).answered('/prices');
    at(3).answered('/stats');
    expect(failure(4, '/stats')).toBe('silent');
  });
});

it('a call that got an error status is a failure', () => {
  expect(failureOf(new Error('/stats answered 500'))).toBe('failed');
});
