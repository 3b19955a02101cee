import { createContext, useContext } from 'react';
import type { ServerClock } from './ServerClock.ts';

export const ClockContext = createContext<ServerClock | null>(null);

/** The server’s clock. Throws outside of its context. */
export function useClock(): ServerClock {
  const clock = useContext(ClockContext);
  if (!clock) throw new Error('useClock needs a ClockContext above it');
  return clock;
}
