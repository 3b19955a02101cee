import type { BundleCommitment } from './Bundle.ts';
import { blockTimeOf } from './ledger.ts';
import { memosOf } from './memos.ts';
import { missing } from './RoundFacts.ts';
import type { ChainTransaction } from './readTransaction.ts';
import { LONGEST_LEAD_SECONDS, latestInTime, lookAtClaim, type RoundOnChain } from './roundOnChain.ts';
import { couldNotCheck, differs, type Finding, failed, notReached, ok, unlike } from './Step.ts';

/**
 * The commitment: a top-level memo of a finalized transaction that the pool wallet signed, at least five seconds before
 * the draw.
 */
export async function checkCommitment(round: RoundOnChain): Promise<Finding> {
  const { view, facts, wallet } = round;
  const { commitment } = facts.bundle;
  if (commitment === null) return missing(facts, 'commitment', 'locked');
  if (commitment.signature === null) return missing(facts, 'commitment.signature', 'committed');
  const named = { ...commitment, signature: commitment.signature };
  const found = await lookAtClaim(view, named);
  if (found.transaction === null) return found.why;
  const { transaction } = found;
  if (transaction.failed || !transaction.signers.includes(wallet))
    return differs('transaction', `${named.signature} by ${wallet}`, 'one that failed or that it did not sign');
  if (transaction.instructions === null) return couldNotCheck('what it says cannot be read');
  const memos = memosOf(transaction.instructions);
  if (!memos.some(({ text, isListed }) => isListed && text === commitment.memo))
    return differs('memo on chain', commitment.memo, memos.map(({ text }) => text).join(' / ') || 'nothing');
  return unlike('commitment.slot', transaction.slot, commitment.slot) ?? checkTime(round, named, transaction);
}

interface Named extends BundleCommitment {
  readonly signature: string;
}

/**
 * The time is that of the wallet's history, or else of the block. On mainnet the two are the same; local runtimes that
 * skip slots may show the block a second later.
 */
async function checkTime(round: RoundOnChain, named: Named, { slot }: ChainTransaction): Promise<Finding> {
  if (named.blockTime === null) return missing(round.facts, 'commitment.blockTime', 'committed');
  const { texts } = await round.search();
  const listed = texts.find(({ signature }) => signature === named.signature)?.blockTime ?? null;
  const time = listed === named.blockTime ? listed : ((await blockTimeOf(round.view.ask, slot)) ?? null);
  if (time === null) return couldNotCheck(`${named.signature}: its block time is not known`);
  if (time !== named.blockTime) return differs('commitment.blockTime', time, named.blockTime);
  const judged = listed ?? time;
  return judged <= latestInTime(round) ? judgeTime(round, named.signature, judged) : checkTwins(round, judged);
}

/** Any transaction with the text will do: one that the proof does not name may be the timely one. */
async function checkTwins(round: RoundOnChain, named: number): Promise<Finding> {
  const { endsAt, commitment } = round.facts.bundle;
  const latest = latestInTime(round);
  const { texts, doubts } = await round.search();
  for (const { signature, blockTime, text, isListed } of texts.toReversed()) {
    const isTwin = isListed && text === commitment?.memo && blockTime !== null && blockTime <= latest;
    if (isTwin && (await round.view.isFinal(signature))) return judgeTime(round, signature, blockTime);
  }
  const late = `${endsAt - named} s before the draw is too late`;
  if (doubts.length > 0) return couldNotCheck(`${late}, and an earlier one may be missing: ${doubts.join('; ')}`);
  return failed(`block time: expected at most ${latest} got ${named}: ${late}`);
}

/** An older one could be chosen among texts that nobody reads back to; entries are never locked for more than a day. */
async function judgeTime(round: RoundOnChain, signature: string, time: number): Promise<Finding> {
  const { endsAt, state } = round.facts.bundle;
  if (!(await round.view.isFinal(signature))) {
    // Nothing is drawn before it is final: until then the round is only not that far.
    return state === 'locked' || state === 'committed'
      ? notReached('the commitment is on chain, and not final yet')
      : differs('transaction', 'a finalized one', `${signature}, not final`);
  }
  const earliest = endsAt - LONGEST_LEAD_SECONDS;
  if (time < earliest)
    return failed(`block time: expected at least ${earliest} got ${time}: nobody locks so long before`);
  const lead = `${endsAt - time} s before the draw`;
  return time < round.since
    ? couldNotCheck(`${lead} is further back than the ${endsAt - round.since} s that are read for a round`)
    : ok(lead);
}

/** The pool wallet signed no other text for the round. What was found counts, whatever else could not be looked at. */
export async function checkOnlyText({ facts, search }: RoundOnChain): Promise<Finding> {
  const { commitment } = facts.bundle;
  if (commitment === null) return missing(facts, 'commitment', 'locked');
  if (commitment.signature === null) return missing(facts, 'commitment.signature', 'committed');
  const { texts, doubts, listed } = await search();
  const other = texts.find(({ text }) => text !== commitment.memo);
  if (other) return differs(`text of ${other.signature}`, commitment.memo, other.text);
  if (doubts.length > 0) return couldNotCheck(doubts.join('; '));
  if (!texts.some(({ signature }) => signature === commitment.signature))
    return couldNotCheck('this RPC server does not list the commitment in the wallet’s history');
  return ok(`the only text of ${texts.length} by the pool wallet, in a history of ${listed.size} transactions`);
}

/** A round may be called off only when no text of the pool wallet was on chain in time: otherwise it is owed. */
export async function checkCalledOff(round: RoundOnChain): Promise<Finding> {
  const { winners, payout } = round.facts.bundle;
  if ((winners && winners.length > 0) || payout?.signature)
    return failed('rolled-over: expected no winners and no payout got some');
  const { texts, doubts } = await round.search();
  const latest = latestInTime(round);
  const timely = texts.find(({ blockTime }) => blockTime !== null && blockTime <= latest);
  if (timely) return failed(`commitment: expected none in time got ${timely.signature}: the round is OWED`);
  return doubts.length > 0 ? couldNotCheck(doubts.join('; ')) : ok('no commitment by the pool wallet in time');
}
