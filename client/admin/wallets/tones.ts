/** Colours of the segments and of their wallets' edges, from the first wallet on and again. */
export const TONES = 8;
