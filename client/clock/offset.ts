/** How many arrivals are compared; older ones are forgotten, so that a wrong one cannot last. */
const KEPT_SAMPLES = 4;

/**
 * Adds an arrival to the known ones. A sample is server time minus local time when the answer came: at most the true
 * offset, because a server time is as old as its way here (and as the cache it may come from).
 */
export function withSample(samples: readonly number[], serverTime: number, localTime: number): readonly number[] {
  return [...samples.slice(1 - KEPT_SAMPLES), serverTime - localTime];
}

/** The best estimate, in ms: the largest sample. It is late by the shortest way here and never early. */
export function offset(samples: readonly number[]): number {
  return Math.max(...samples);
}
