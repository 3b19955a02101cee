/** A decoder is tried 300 times or `FAST_CHECK_RUNS` times, with a random seed or with `FAST_CHECK_SEED`. */
export const DECODER_RUNS = {
  numRuns: Number(process.env.FAST_CHECK_RUNS ?? 300),
  ...(process.env.FAST_CHECK_SEED === undefined ? {} : { seed: Number(process.env.FAST_CHECK_SEED) | 0 }),
};
