import { address } from '../address/address.ts';

/** The mint under which exchanges trade SOL: SPL Token's native mint. */
export const WRAPPED_SOL = address('So11111111111111111111111111111111111111112');
