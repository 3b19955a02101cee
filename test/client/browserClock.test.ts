import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserClock, offset, withSample } from '../../client/clock/browserClock.ts';
import { secondsLeft } from '../../client/round/RoundView.ts';

describe('the offset to the server clock', () => {
  it('is that of the fastest answer: slow and cached ones only know an older time', () => {
    const fresh = withSample([], 10_000, 40);
    const slow = withSample(fresh, 20_000, 10_940);
    const cached = withSample(slow, 22_000, 16_100);
    expect(offset(cached)).toBe(9_960);
  });

  it('never runs ahead of the server', () => {
    const trueOffset = 5_000;
    const delays = [80, 20, 400];
    const samples = delays.reduce<readonly number[]>(
      (known, delay, poll) => withSample(known, poll * 1000 + trueOffset, poll * 1000 + delay),
      [],
    );
    expect(offset(samples)).toBe(trueOffset - 20);
  });

  it('forgets a wrong sample after four others', () => {
    const wrong = withSample([], 1_000_000, 0);
    const later = [1, 2, 3, 4].reduce<readonly number[]>((known, at) => withSample(known, at + 50, at), wrong);
    expect(offset(later)).toBe(50);
  });
});

describe('the page’s clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('waits, and does not go back, when the fastest answer is forgotten and all later ones are from a cache', () => {
    const clock = browserClock(100_000);
    vi.advanceTimersByTime(1_000);
    expect(clock.now()).toBe(101_000);
    for (let poll = 0; poll < 4; poll++) clock.observe(101_000 - 1_800);
    expect(clock.now()).toBe(101_000);
    vi.advanceTimersByTime(1_000);
    expect(clock.now()).toBe(101_000);
    vi.advanceTimersByTime(1_000);
    expect(clock.now()).toBe(101_200);
  });

  it('goes back when it was wrong by more than an answer can be late', () => {
    const clock = browserClock(1_000_000);
    for (let poll = 0; poll < 4; poll++) clock.observe(500_000);
    expect(clock.now()).toBe(500_000);
  });
});

describe('the seconds left', () => {
  it('reach 0 exactly at the end, and stay there', () => {
    expect(secondsLeft(60_000, 59_999)).toBe(1);
    expect(secondsLeft(60_000, 60_000)).toBe(0);
    expect(secondsLeft(60_000, 75_000)).toBe(0);
  });
});
