import { reasonText } from '../../src/round/reasonText.ts';
import type { RoundRecord } from '../../src/round/record.ts';
import type { HoldReason } from '../../src/round/state.ts';
import { AGAIN, type RoundContext, type Step } from './context.ts';

/** Stops a round for a person, with an alert. What was committed stays owed. */
export async function holdRound(
  { rounds, raiseAlert }: RoundContext,
  record: RoundRecord,
  reason: HoldReason,
): Promise<Step> {
  if (await rounds.hold(record.round, reason)) {
    await raiseAlert(`held:${record.round}`, `Round ${record.round} is held (${reason}). ${reasonText(reason)}`);
  }
  return AGAIN;
}
