export interface SemaphoreInput {
  readonly most: number;
  /** A permit that was not given back for this long is free again. */
  readonly holdMs: number;
}

/**
 * Permits that all requests of an isolate share. `enter` takes some and returns the function that gives them back; null
 * when too few are free. `now` is unix milliseconds.
 */
export function createSemaphore({ most, holdMs }: SemaphoreInput) {
  const taken = new Map<symbol, { readonly permits: number; readonly since: number }>();
  return {
    enter(permits: number, now: number): (() => void) | null {
      let held = 0;
      for (const [visit, { permits, since }] of taken) {
        if (now - since >= holdMs) taken.delete(visit);
        else held += permits;
      }
      if (held + permits > most) return null;
      const visit = Symbol();
      taken.set(visit, { permits, since: now });
      return () => void taken.delete(visit);
    },
  };
}
