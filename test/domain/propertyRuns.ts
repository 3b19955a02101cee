/** How often a property is tried: 500 times, or `FAST_CHECK_RUNS` (10,000 in the nightly setting). */
export const PROPERTY_RUNS = { numRuns: Number(process.env.FAST_CHECK_RUNS ?? 500) };
