import type { Proof } from '../../src/contract/round.ts';
import type { Rpc } from '../../worker/chain/node/rpc.ts';
import type { PoolKey } from '../../worker/chain/signing/signer.ts';
import type { Settings } from '../../worker/settings/Settings.ts';
import { countMade, lotteryOf } from '../../worker/terms/countMade.ts';
import { readAllAnnounced } from '../../worker/terms/readAnnounced.ts';

/** What a payment needs of a round's terms: whose key pays, and how many seconds before the round's end the lock is. */
export interface PaidUnder {
  readonly key: PoolKey;
  readonly lockSeconds: number;
}

export interface TermsOfRoundInput {
  readonly rpc: Rpc;
  readonly settings: Settings;
  /** Signatures of transactions that announced terms, beside those that the proof names. */
  readonly named?: readonly string[];
}

/**
 * Reads what the terms in force for a round say. Enough nodes decide which terms are in force; neither the settings nor
 * the proof does. Throws an Error with a sentence when no terms cover the round, when the proof contradicts the terms,
 * or when the settings lack the key of the terms' pool wallet. Throws an RpcError while too few nodes answer.
 */
export async function termsOfRound(
  { roundNumber: round, rules, endsAt, terms }: Pick<Proof, 'roundNumber' | 'rules' | 'endsAt' | 'terms'>,
  { rpc, settings, named = [] }: TermsOfRoundInput,
): Promise<PaidUnder> {
  const lottery = lotteryOf(settings);
  // A named transaction is found even if a stranger floods the history of its mark.
  const { made, why } = await readAllAnnounced({
    rpc,
    lottery,
    named: [...named, ...terms.map(({ signature }) => signature)],
  });
  if (why !== null) throw new Error(`The terms of round ${round} cannot be read: ${why}.`);
  const { counted } = countMade(made, new Map(), lottery);
  const said = counted.findLast(({ said: { from } }) => from <= round)?.said;
  if (said === undefined) throw new Error(`No announced terms hold for round ${round}. It is not paid.`);
  if (Date.parse(endsAt) / 1000 !== said.genesis + round * said.length)
    throw new Error(`By its terms round ${round} ends at another time than ${endsAt}. It is not paid.`);
  if (rules !== null && rules.terms !== said.hash)
    throw new Error(`Round ${round} names the terms ${rules.terms}, and in force are ${said.hash}. It is not paid.`);
  const key = [settings.pool, ...settings.oldPools].find(({ address }) => address === said.pool);
  if (key === undefined)
    throw new Error(
      `The terms of round ${round} name the pool wallet ${said.pool}. Put its key into POOL_SECRET_KEY, or into OLD_POOL_SECRET_KEYS.`,
    );
  return { key, lockSeconds: said.lock };
}
