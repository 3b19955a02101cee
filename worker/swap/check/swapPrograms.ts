import { type Address, address } from '../../../src/address/address.ts';

/** Raydium's constant-product pools, which take transfer-fee mints (Raydium's documentation, "Program addresses"). */
export const RAYDIUM_CPMM = address('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C');
/** Raydium's concentrated-liquidity pools. They take transfer-fee mints only by `swap_v2`. */
export const RAYDIUM_CLMM = address('CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK');
/** Jupiter's aggregator, version 6 (Jupiter's documentation, "Program address"). */
export const JUPITER_V6 = address('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4');

/** The programs whose swap instructions are decoded here, so that amounts and accounts can be checked. */
export const SWAP_PROGRAMS: readonly Address[] = [RAYDIUM_CPMM, RAYDIUM_CLMM, JUPITER_V6];
