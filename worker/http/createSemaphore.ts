export interface SemaphoreInput {
  /** How many places there are. */
  readonly most: number;
  /** A place that was not given back for this long is free again. */
  readonly holdMs: number;
}

/**
 * Places that all requests of an isolate share, as plain numbers. A request never waits for another one's promise: it
 * gets in or it does not. `enter` takes some places and returns the function that gives them back; null when too few
 * are free. `now` is unix milliseconds.
 */
export function createSemaphore({ most, holdMs }: SemaphoreInput) {
  const taken = new Map<symbol, { readonly places: number; readonly since: number }>();
  return {
    enter(places: number, now: number): (() => void) | null {
      let held = 0;
      for (const [visit, { places, since }] of taken) {
        if (now - since >= holdMs) taken.delete(visit);
        else held += places;
      }
      if (held + places > most) return null;
      const visit = Symbol();
      taken.set(visit, { places, since: now });
      return () => void taken.delete(visit);
    },
  };
}
