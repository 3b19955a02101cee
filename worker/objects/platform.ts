/** The objects' clock: `now` is unix milliseconds, `wait` resolves after so many milliseconds. */
export const PLATFORM_CLOCK = {
  now: () => Date.now(),
  wait: (ms: number): Promise<unknown> => scheduler.wait(ms),
};

/** What the platform gives to the code of an object. */
export const PLATFORM = {
  now: PLATFORM_CLOCK.now,
  fetch: ((input, init) => fetch(input, init)) satisfies typeof fetch,
  newId: () => crypto.randomUUID(),
};
