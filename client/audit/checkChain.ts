import type { Proof } from '../../src/contract/round.ts';
import { commitMemoRound } from '../../src/draw/commitMemo.ts';
import { COMMIT_LEAD_SECONDS } from '../../src/round/clock.ts';
import type { Check } from './Check.ts';
import { readMemosBefore, readTransaction } from './chainTransaction.ts';

/** Looks for a round's commitment and payment on chain. What the RPC server does not answer stays open. */
export async function checkChain(rpcUrl: string, proof: Proof): Promise<readonly Check[]> {
  const looks = [
    { name: 'Commitment is on chain, in time', look: checkCommitment },
    { name: 'No second commitment for the round', look: checkOnlyText },
    { name: 'Payment is on chain', look: checkPayment },
  ] as const;
  const checks: Check[] = [];
  // One after the other: public servers count.
  for (const { name, look } of looks) {
    try {
      checks.push({ name, ...(await look(rpcUrl, proof)) });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      checks.push({ name, verdict: 'open', detail: `the chain could not be asked (${why})` });
    }
  }
  return checks;
}

type Finding = Omit<Check, 'name'>;
const open = (detail: string): Finding => ({ verdict: 'open', detail });
const failed = (detail: string): Finding => ({ verdict: 'failed', detail });

async function checkCommitment(rpcUrl: string, { commitment, endsAt }: Proof): Promise<Finding> {
  if (!commitment?.signature) return open('not committed yet');
  const found = await readTransaction(rpcUrl, commitment.signature);
  if (!found) return open('this RPC server does not know the transaction');
  if (found.failed || !found.signers.includes(commitment.wallet)) return failed('not signed by the pool wallet');
  if (!found.memos.includes(commitment.memo)) return failed(`it says ${found.memos.join(' / ') || 'nothing'}`);
  if (found.blockTime === null) return open('its block time is not known');
  const lead = Date.parse(endsAt) / 1000 - found.blockTime;
  return lead >= COMMIT_LEAD_SECONDS
    ? { verdict: 'ok', detail: `${lead} s before the draw` }
    : failed(`${lead} s before the draw is too late`);
}

async function checkOnlyText(rpcUrl: string, { roundNumber, commitment, payout }: Proof): Promise<Finding> {
  if (!commitment?.signature || !payout?.signature) return open('looked at once the round is paid');
  const memos = await readMemosBefore(rpcUrl, commitment.wallet, payout.signature);
  const texts = new Set(memos.filter((memo) => commitMemoRound(memo) === roundNumber));
  if (texts.size === 0) return open('this RPC server does not list it');
  return texts.size === 1 && texts.has(commitment.memo)
    ? { verdict: 'ok', detail: `the only text among ${memos.length} memos up to the payment` }
    : failed([...texts].join(' / '));
}

async function checkPayment(rpcUrl: string, { commitment, payout, winners }: Proof): Promise<Finding> {
  if (!payout?.signature || !winners) return open('the prizes are owed');
  const found = await readTransaction(rpcUrl, payout.signature);
  if (!found) return open('this RPC server does not know the transaction');
  if (found.failed) return failed('the transaction failed');
  const missing = winners.find(
    ({ address, lamports }) =>
      !found.transfers.some(
        ({ from, to, lamports: paid }) => from === commitment?.wallet && to === address && paid === lamports,
      ),
  );
  return missing
    ? failed(`no transfer of ${missing.lamports} lamports to ${missing.address}`)
    : { verdict: 'ok', detail: `${winners.length} transfers from the pool wallet` };
}
