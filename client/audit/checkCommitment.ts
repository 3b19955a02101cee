import { type Finding, failed, ok, open } from './Check.ts';
import { blockTimeOf } from './ledger.ts';
import { memosOf } from './memos.ts';
import { isTimely, LONGEST_LEAD_SECONDS, lookAtClaim, READ_SECONDS, type RoundOnChain } from './roundOnChain.ts';

/**
 * The commitment: a top-level memo of a finalized transaction that the pool wallet signed, at least five seconds before
 * the draw.
 */
export async function checkCommitment(round: RoundOnChain): Promise<Finding> {
  const { view, commitment, endsAt } = round;
  if (!commitment.signature) return open('not committed yet');
  const found = await lookAtClaim(view, { signature: commitment.signature, slot: commitment.slot });
  if ('missing' in found) return found.isProven ? failed(found.why) : open(found.why);
  if (found.failed || !found.signers.includes(commitment.wallet)) return failed('not signed by the pool wallet');
  if (found.instructions === null) return open('what it says cannot be read');
  const memos = memosOf(found.instructions);
  const memo = memos.find(({ text, isListed }) => isListed && text === commitment.memo);
  if (!memo) return failed(`it says ${memos.map(({ text }) => text).join(' / ') || 'nothing'}`);
  const { texts } = await round.search();
  const listed = texts.find(({ signature }) => signature === commitment.signature);
  const blockTime = listed?.blockTime ?? (await blockTimeOf(view.ask, found.slot));
  if (blockTime === null) return open('its block time is not known');
  if (!isTimely(round, blockTime)) return checkTwins(round, endsAt - blockTime);
  return judgeLead(endsAt - blockTime);
}

/** Any transaction with the text will do: one that the proof does not name may be the timely one. */
async function checkTwins(round: RoundOnChain, lead: number): Promise<Finding> {
  const { texts, doubts } = await round.search();
  const twin = texts
    .filter(({ text, isListed }) => isListed && text === round.commitment.memo)
    .find(({ blockTime }) => blockTime !== null && isTimely(round, blockTime));
  if (twin) return judgeLead(round.endsAt - (twin.blockTime ?? 0));
  const late = `${lead} s before the draw is too late`;
  return doubts.length > 0 ? open(`${late}, and an earlier one may be missing: ${doubts.join('; ')}`) : failed(late);
}

/** An older one could be chosen among texts that nobody reads back to; entries are never locked for more than a day. */
function judgeLead(lead: number): Finding {
  if (lead > LONGEST_LEAD_SECONDS) return failed(`${lead} s before the draw is longer than entries can be locked`);
  return lead <= READ_SECONDS
    ? ok(`${lead} s before the draw`)
    : open(`${lead} s before the draw is further back than the ${READ_SECONDS} s that are read for a round`);
}
