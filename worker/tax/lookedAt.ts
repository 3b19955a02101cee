/**
 * Transactions that were looked at and are no lost swap, and how often others could not be read. Forgotten with the
 * process.
 */
export interface LookedAt {
  readonly foreign: Set<string>;
  readonly failures: Map<string, number>;
}

export const createLookedAt = (): LookedAt => ({ foreign: new Set(), failures: new Map() });
