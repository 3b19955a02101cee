import { readCommitMemo } from '../../src/protocol/readMemo.ts';
import { COMMIT_LEAD_SECONDS } from '../../src/round/clock.ts';
import type { RoundRecord } from '../../src/round/record.ts';
import type { RoundContext } from './context.ts';

/** A commitment may be this much older than its round's beginning. Seconds. */
const SLACK_SECONDS = 600;

/** Whether any text of the pool wallet for this round or hour, ours or another, reached the chain in time. */
export async function isCommittedInTime(
  { searchMemos, settings }: RoundContext,
  record: RoundRecord,
): Promise<boolean> {
  const { round, endsAt } = record;
  const { memos } = await searchMemos({
    about: `commitments of round ${round}, to end it by hand`,
    since: endsAt - settings.clock.roundSeconds - SLACK_SECONDS,
    seenUntil: endsAt,
    isDecisive: true,
    matches: (text) => {
      const said = readCommitMemo(text);
      return said !== null && (said.endsAt === endsAt || said.round === round);
    },
  });
  return memos.some(({ blockTime }) => blockTime <= endsAt - COMMIT_LEAD_SECONDS);
}
