import { useEffect, useRef } from 'react';
import type { TriggerResult } from '../../src/contract/trigger.ts';
import { postTriggerRound } from '../api.ts';
import type { RoundInView } from './RoundView.ts';
import { secondsLeft } from './RoundView.ts';

/** Posts the trigger when the countdown of `round` reaches 0, unless an earlier trigger still waits for its answer. */
export function useTriggerAtZero(
  round: RoundInView | null,
  now: number,
  onResult: (result: TriggerResult) => void,
): void {
  const previous = useRef<{ roundNumber: number; left: number } | null>(null);
  const inProgress = useRef(false);

  useEffect(() => {
    const before = previous.current;
    const left = round ? secondsLeft(round.endsAt, now) : 0;
    previous.current = round && { roundNumber: round.roundNumber, left };
    const reachedZero = round && before?.roundNumber === round.roundNumber && before.left > 0 && left === 0;
    if (!reachedZero || inProgress.current) return;
    inProgress.current = true;
    postTriggerRound()
      .then((result) => {
        if (!result.success) console.warn(`Trigger: ${result.error} (${result.code})`);
        onResult(result);
      })
      .catch((error: unknown) => console.error('The trigger failed.', error))
      .finally(() => {
        inProgress.current = false;
      });
  }, [round, now, onResult]);
}
