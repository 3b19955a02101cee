import { reasonText } from '../../src/round/reasonText.ts';
import { HOLD_REASONS, type HoldReason, ROLL_OVER_REASONS, type RollOverReason } from '../../src/round/state.ts';
import type { Stage } from './RoundView.ts';

/** A stage in words, as above the clock. */
export function stageText(stage: Stage): string {
  switch (stage) {
    case 'unknown':
    case 'open':
      return 'Next draw in';
    case 'locked':
      return 'Entries locked · draw in';
    case 'paused':
      return 'Draws paused · round ends in';
    case 'drawing':
      return 'Drawing winners…';
    case 'complete':
      return 'Round Complete';
    case 'rolled-over':
      return 'No draw this hour';
    case 'held':
      return 'Round on hold';
  }
}

/** Why a round is not paid, as a sentence. A code that this page does not know is shown as it is. */
export function reasonSentence(reason: string | null): string {
  if (reason === null) return 'The prizes stay in the pool.';
  return isReason(reason) ? reasonText(reason) : reason;
}

function isReason(reason: string): reason is RollOverReason | HoldReason {
  return [...ROLL_OVER_REASONS, ...HOLD_REASONS].some((known) => known === reason);
}
