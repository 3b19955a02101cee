import type { ServerClock } from './ServerClock.ts';

/** Ticks come this many ms after the whole second, so that a tick never shows the earlier second. */
const AFTER_SECOND_MS = 8;

/**
 * No answer spends this long on its way or in a cache. So a clock that is ahead of the newest estimate by more than
 * this is wrong, and is set back.
 */
const WRONG_MS = 20_000;

/**
 * The server's clock, kept by the browser's monotonic timer, which does not depend on the visitor's clock. When newer
 * answers show an earlier time, it stands still, because an ended countdown must not begin again. It goes back only if
 * it was wrong by more than `WRONG_MS`.
 */
export function browserClock(renderedAt: number): ServerClock {
  let samples = withSample([], renderedAt, documentArrivedAt());
  let latest = renderedAt;
  const now = () => {
    const estimate = performance.now() + offset(samples);
    latest = latest - estimate > WRONG_MS ? estimate : Math.max(latest, estimate);
    return latest;
  };
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule = () => {
    timer = setTimeout(tick, 1000 + AFTER_SECOND_MS - (now() % 1000));
  };
  const tick = () => {
    for (const listener of listeners) listener();
    if (listeners.size > 0) schedule();
  };

  return {
    now,
    renderedAt,
    subscribe(onTick) {
      listeners.add(onTick);
      if (listeners.size === 1) schedule();
      return () => {
        listeners.delete(onTick);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
    observe(serverTime) {
      samples = withSample(samples, serverTime, performance.now());
    },
  };
}

/** When the document's first byte came, on the monotonic timer. */
function documentArrivedAt(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.responseStart ?? performance.now();
}

/** How many samples are compared. Older ones are forgotten, so that a wrong one does not stay for ever. */
const KEPT_SAMPLES = 4;

/**
 * The newest samples, and a new one. A sample is server time minus local time when an answer came. It is never more
 * than the true offset, because the server time in an answer is old when the answer arrives.
 */
export function withSample(samples: readonly number[], serverTime: number, localTime: number): readonly number[] {
  return [...samples.slice(1 - KEPT_SAMPLES), serverTime - localTime];
}

/**
 * The best estimate of server time minus local time, in ms: the largest sample. A clock that uses it is never early. It
 * is late by the age that the freshest of these answers had when it came.
 */
export function offset(samples: readonly number[]): number {
  return Math.max(...samples);
}
