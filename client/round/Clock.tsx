import { useNow } from '../clock/ServerClock.ts';
import { clockText, spokenClock } from '../format/timeText.ts';
import type { RoundInView } from './RoundView.ts';
import { secondsLeft } from './RoundView.ts';

interface ClockProps {
  /** Null: there is no timer to show. */
  readonly round: RoundInView | null;
  /** The id of the text that says what the clock counts down to. */
  readonly labelledBy: string;
  readonly className: string;
  /** Whether "min" stands beside the digits: not in a line that has no room for it on a phone. */
  readonly hasUnit?: boolean;
}

/**
 * Minutes and seconds to the end of the round; a screen reader finds them in words. It does not speak every second: it
 * is told the round's news instead.
 */
export function Clock({ round, labelledBy, className, hasUnit = true }: ClockProps) {
  const left = secondsLeft(round?.endsAt ?? 0, useNow());
  return (
    <>
      <p className={className} aria-hidden="true" data-unit={hasUnit && round ? 'min' : null}>
        {round ? clockText(left) : '–'}
      </p>
      <p className="sr" role="timer" aria-live="off" aria-labelledby={labelledBy}>
        {round ? spokenClock(left) : 'Not known'}
      </p>
    </>
  );
}
