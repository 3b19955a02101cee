import { describeReason } from '../../src/round/reasonText.ts';
import { CLOSED } from '../../src/round/state.ts';
import type { Stage } from './RoundView.ts';

/** A stage in words, as above the clock. `reason`: why a round on hold or rolled over is not paid. */
export function stageText(stage: Stage, reason: string | null = null): string {
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
      return reason === CLOSED ? 'Round closed' : 'Round on hold';
  }
}

/** Why a round is not paid, as a sentence. A code that this page does not know is shown as it is. */
export function reasonSentence(reason: string | null): string {
  if (reason === null) return 'The prizes stay in the pool.';
  return describeReason(reason) || reason;
}
