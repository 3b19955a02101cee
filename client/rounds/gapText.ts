import { durationText } from '../format/timeText.ts';

const SECOND = 1000;
/** Below it, tenths of a second are worth reading. */
const FINE_MS = 60 * SECOND;

/** How long before or after a round's end something was, in ms: `41.0 s before the end`, `2.3 s after the end`. */
export function gapText(at: number, end: number): string {
  const gap = Math.abs(at - end);
  if (gap < SECOND / 20) return 'at the end';
  const length = gap < FINE_MS ? `${(gap / SECOND).toFixed(1)} s` : durationText(gap);
  return `${length} ${at < end ? 'before' : 'after'} the end`;
}
