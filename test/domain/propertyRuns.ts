const { FAST_CHECK_RUNS: runs, FAST_CHECK_SEED: seed } = process.env;

/**
 * A property is tried on the same 500 cases in each test run, so what was green stays green until the code changes.
 * With `FAST_CHECK_RUNS` it is a search: that many cases, new ones each time or those of `FAST_CHECK_SEED`.
 */
export const PROPERTY_RUNS = {
  numRuns: Number(runs ?? 500),
  ...(runs !== undefined && seed === undefined ? {} : { seed: Number(seed ?? 1) | 0 }),
};
