import type { Proof } from '../../src/contract/round.ts';
import { describeFailure } from './askChain.ts';
import { type Check, type Finding, failed, ok, open } from './Check.ts';
import type { ChainView } from './chainView.ts';
import { checkCommitment } from './checkCommitment.ts';
import { checkPayment } from './checkPayment.ts';
import { isTimely, type RoundOnChain, roundOnChain } from './roundOnChain.ts';

/** The names of what is looked for on chain. */
export const CHAIN_CHECKS = {
  commitment: 'Commitment is on chain, in time',
  onlyText: 'No second commitment for the round',
  payment: 'Payment is on chain',
  calledOff: 'Nothing was committed in time',
} as const;

interface CheckChainInput {
  readonly proof: Proof;
  /** Unix seconds. */
  readonly startsAt: number;
}

/** Looks for a round's commitment and payment on chain. What the RPC server does not answer stays open. */
export async function checkChain(view: ChainView, { proof, startsAt }: CheckChainInput): Promise<readonly Check[]> {
  if (proof.commitment === null) return [{ name: CHAIN_CHECKS.commitment, ...open('no entry list was fixed') }];
  const round = roundOnChain(view, { proof, commitment: proof.commitment, startsAt });
  const looks =
    proof.state === 'rolled-over'
      ? [{ name: CHAIN_CHECKS.calledOff, look: checkCalledOff }]
      : [
          { name: CHAIN_CHECKS.commitment, look: checkCommitment },
          { name: CHAIN_CHECKS.onlyText, look: checkOnlyText },
          { name: CHAIN_CHECKS.payment, look: checkPayment },
        ];
  const checks: Check[] = [];
  // One after the other: public servers count.
  for (const { name, look } of looks) {
    try {
      checks.push({ name, ...(await look(round)) });
    } catch (error) {
      checks.push({ name, ...open(`the chain could not be asked (${describeFailure(error)})`) });
    }
  }
  return checks;
}

async function checkOnlyText({ commitment, search }: RoundOnChain): Promise<Finding> {
  if (!commitment.signature) return open('not committed yet');
  const { texts, doubts, listed } = await search();
  const other = texts.find(({ text }) => text !== commitment.memo);
  // What was found counts, whatever else could not be looked at.
  if (other) return failed(`${other.signature} says ${other.text}`);
  if (doubts.length > 0) return open(doubts.join('; '));
  if (!texts.some(({ signature }) => signature === commitment.signature))
    return open('this RPC server does not list the commitment in the wallet’s history');
  return ok(`the only text of ${texts.length} by the pool wallet, in a history of ${listed.size} transactions`);
}

/** A round may be called off only when no text of the pool wallet was on chain in time: otherwise it is owed. */
async function checkCalledOff(round: RoundOnChain): Promise<Finding> {
  const { texts, doubts } = await round.search();
  const timely = texts.find(({ blockTime }) => blockTime !== null && isTimely(round, blockTime));
  if (timely) return failed(`${timely.signature} was in time: the round is owed`);
  return doubts.length > 0 ? open(doubts.join('; ')) : ok('no commitment by the pool wallet in time');
}
