import { useNow } from '../clock/ServerClock.ts';
import { clockText, spokenClock } from '../format/timeText.ts';
import type { RoundInView } from './RoundView.ts';
import { secondsLeft } from './RoundView.ts';

interface ClockProps {
  readonly round: RoundInView | null;
  /** The id of the text that says what the clock counts down to. */
  readonly labelledBy: string;
  readonly className: string;
  readonly hasUnit?: boolean;
}

/** The time to the end of the round. Screen readers find it in words, and do not speak it each second. */
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
