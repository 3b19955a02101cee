import type { Pursuit } from './intention.ts';

/** Nothing is final before 32 slots have passed, about 13 s. Until this long after the confirmation, looks are rare. */
const FINAL_MS = 12_000;
/** The first look comes this long after the confirmation, the second and third after three and nine times as long. */
const FIRST_MS = 1_400;
/** From `FINAL_MS` on, each wait is the time since the confirmation divided by `PATIENCE`, within these bounds. */
const SOON_MS = 2_000;
const MOST_MS = 3_000;
const PATIENCE = 10;
/**
 * The longer a transaction has not landed, the less often it is looked for: a wait is the time so far, divided by this.
 */
const LANDING_PATIENCE = 3;
/** How many transactions are remembered. A tax cycle has at most 200 payments. */
const MOST_REMEMBERED = 1_000;

/** How long to wait before a transaction under way is looked for again, ms. */
export type PollAgain = (pursuit: Pursuit) => number;

/**
 * Whether a transaction has landed is asked often, at first every `landingMs`. Whether it is final is asked rarely
 * while it cannot be final yet, and more often from then on.
 */
export function createPollAgain(now: () => number, landingMs: number): PollAgain {
  const knownSince = new Map<string, number>();
  return (pursuit) => {
    if (pursuit.kind !== 'pending') return landingMs;
    const name = `${pursuit.seen} ${pursuit.row.signature}`;
    if (knownSince.size > MOST_REMEMBERED) knownSince.clear();
    const since = knownSince.get(name) ?? now();
    knownSince.set(name, since);
    const waited = now() - since;
    if (pursuit.seen === 'sent') return Math.min(MOST_MS, Math.max(landingMs, waited / LANDING_PATIENCE));
    return waited < FINAL_MS ? Math.max(FIRST_MS, 2 * waited) : Math.min(MOST_MS, Math.max(SOON_MS, waited / PATIENCE));
  };
}
