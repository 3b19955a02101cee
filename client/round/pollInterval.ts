import type { Stage } from './RoundView.ts';

const POLL_MS = 15_000;
const NEAR_DRAW_MS = 5000;
const DRAWING_MS = 2000;

interface Moment {
  readonly stage: Stage;
  /** Whether the entries are due to be locked. */
  readonly near: boolean;
  /** 0 to 1, one draw a visit: spreads the visitors around the hour, when all of them hurry. */
  readonly spread: number;
}

/** How often the stats are read, in ms: faster around the draw. */
export function pollInterval({ stage, near, spread }: Moment): number {
  const stretch = 0.75 + spread / 2;
  if (stage === 'drawing') return DRAWING_MS * stretch;
  return near ? NEAR_DRAW_MS * stretch : POLL_MS;
}
