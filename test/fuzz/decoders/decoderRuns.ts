import { PROPERTY_RUNS } from '../../domain/propertyRuns.ts';

/** A decoder is tried on 300 cases, which are longer than those of other properties; in a search, on as many. */
export const DECODER_RUNS = { ...PROPERTY_RUNS, numRuns: Number(process.env.FAST_CHECK_RUNS ?? 300) };
