import { createContext, useContext, useSyncExternalStore } from 'react';

/** The server's clock as the page knows it. The visitor's own clock is never asked. */
export interface ServerClock {
  /** Server time in ms. */
  now(): number;
  /** Server time in ms at which the page was rendered. The first rendering in the browser has to use the same time. */
  readonly renderedAt: number;
  /** Calls back shortly after every whole second of server time. */
  subscribe(onTick: () => void): () => void;
  /** Takes note of a server time that has just arrived. */
  observe(serverTime: number): void;
}

/** The clock for a rendering on the server. It stands still. */
export function fixedClock(now: number): ServerClock {
  return { now: () => now, renderedAt: now, subscribe: () => () => {}, observe: () => {} };
}

export const ClockContext = createContext<ServerClock | null>(null);

/** The server’s clock. Throws outside of its context. */
export function useClock(): ServerClock {
  const clock = useContext(ClockContext);
  if (!clock) throw new Error('useClock needs a ClockContext above it');
  return clock;
}

/** Server time in ms, rounded down to `step`. The component renders again only when a step has passed. */
export function useNow(step = 1000): number {
  return useOfNow((now) => Math.floor(now / step) * step);
}

/** What `follows` gives for the server time in ms. The component renders again only when this value has changed. */
export function useOfNow<T extends number | boolean>(follows: (now: number) => T): T {
  const clock = useClock();
  return useSyncExternalStore(
    clock.subscribe,
    () => follows(clock.now()),
    () => follows(clock.renderedAt),
  );
}
