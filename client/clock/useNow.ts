import { useSyncExternalStore } from 'react';
import { useClock } from './ClockContext.ts';

/** Server time in ms, rounded down to `step`: the component renders again only when a step has passed. */
export function useNow(step = 1000): number {
  const clock = useClock();
  const floor = (time: number) => Math.floor(time / step) * step;
  return useSyncExternalStore(
    clock.subscribe,
    () => floor(clock.now()),
    () => floor(clock.renderedAt),
  );
}
