import { offset, withSample } from './offset.ts';
import type { ServerClock } from './ServerClock.ts';

/** Ticks fall this many ms after the whole second, so that rounding never shows the second before. */
const AFTER_SECOND_MS = 8;

/** The server's clock, kept by the browser's monotonic timer, which no change of the visitor's clock moves. */
export function browserClock(renderedAt: number): ServerClock {
  let samples = withSample([], renderedAt, documentArrivedAt());
  const now = () => performance.now() + offset(samples);
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
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : performance.now();
}
