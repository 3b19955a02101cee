import type { ForEachPlace } from '../../src/protocol/terms/places.ts';

/**
 * The timeline of a reveal, from the moment when the page knows a result. Ticket, reel and coins follow it:
 *
 *     ms      ticket                                reel
 *     0       the stub tears                        runs on, faster
 *     300     "Round Complete", third place         stands on the third winner
 *     1,500   second place                          stands on the second
 *     2,700   first place                           stands on the first
 *     2,900   crown, one sweep of brass, coins
 *     5,000   the next round's stub                 runs as before
 */
export const REVEAL_MS = 5000;
/** When the places are printed, in ms. The last place is printed first. */
export const PRINT_AT_MS = [300, 1500, 2700] as const satisfies ForEachPlace<number>;
/** From the print of the first place to its crown. */
const CROWN_AFTER_MS = 200;

/** What can be seen of a result. */
export interface Reveal {
  /** Whether the stub hangs apart from the ticket. */
  readonly torn: boolean;
  /** How many places have been printed, the last place first. */
  readonly printed: number;
  /** Whether the first place wears its crown. */
  readonly crowned: boolean;
}

/** Everything is shown: for a result without winners, and for visitors who want no motion. */
export const ALL_SHOWN: Reveal = { torn: true, printed: PRINT_AT_MS.length, crowned: true };

/** What can be seen `ms` after a result with `places` winners became known. */
export function revealAt(ms: number, places: number): Reveal {
  if (places === 0) return ALL_SHOWN;
  const printed = PRINT_AT_MS.slice(0, places).filter((at) => ms >= at).length;
  return { torn: true, printed, crowned: ms >= crownAt(places) };
}

/** The next time after `ms` at which a place is printed or crowned; null when everything is shown by then. */
export function nextCueAfter(ms: number, places: number): number | null {
  if (places === 0) return null;
  const cues = [...PRINT_AT_MS.slice(0, places), crownAt(places)];
  return cues.find((at) => at > ms) ?? null;
}

/** When the first place gets its crown, in ms. */
function crownAt(places: number): number {
  return (PRINT_AT_MS[places - 1] ?? 0) + CROWN_AFTER_MS;
}

/** Whether the winner at `index` of `places` winners is printed. Index 0 is the first place. */
export function isPrinted({ printed }: Reveal, index: number, places: number): boolean {
  return places - index <= printed;
}
