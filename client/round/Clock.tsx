import { useNow } from '../clock/ServerClock.ts';
import { clockText, spokenClock } from '../format/timeText.ts';
import type { RoundInView } from './RoundView.ts';
import { secondsLeft } from './RoundView.ts';

interface ClockProps {
  /** Null while no round is known. */
  readonly round: RoundInView | null;
  /** The id of the text that says what the clock counts down to. */
  readonly labelledBy: string;
  readonly className: string;
  /** Whether "min" stands beside the digits. False where a phone has no room for it. */
  readonly hasUnit?: boolean;
}

/**
 * Minutes and seconds to the end of the round, for a screen reader in words. A screen reader does not speak each
 * second: `RoundAnnouncer` tells it the round's news.
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
