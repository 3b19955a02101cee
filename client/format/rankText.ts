/** A place in its short form. */
export const RANKS = { 1: '1st', 2: '2nd', 3: '3rd' } as const;
