import { useNow } from '../clock/ServerClock.ts';
import { clockText } from '../format/timeText.ts';
import type { RoundInView } from './RoundView.ts';
import { secondsLeft } from './RoundView.ts';

interface ClockProps {
  /** Null: there is no timer to show. */
  readonly round: RoundInView | null;
  /** The id of the text that says what the clock counts down to. */
  readonly labelledBy: string;
  readonly className: string;
}

/** Minutes and seconds to the end of the round. Screen readers hear the round's news instead of the timer. */
export function Clock({ round, labelledBy, className }: ClockProps) {
  const now = useNow();
  return (
    <p className={className} role="timer" aria-live="off" aria-labelledby={labelledBy}>
      {round ? clockText(secondsLeft(round.endsAt, now)) : '–'}
    </p>
  );
}
