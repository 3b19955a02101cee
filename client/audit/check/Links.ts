import type { RoundFacts } from './RoundFacts.ts';
import type { StepId } from './Step.ts';

/** Other pages that show a step's values. Each function returns null when there is no such page. */
export interface Links {
  readonly transaction: (signature: string) => string | null;
  readonly wallet: (address: string) => string | null;
  /** What drand publishes of this beacon round. */
  readonly beacon: (round: number) => string | null;
  readonly proof: (round: number) => string | null;
}

/** The link for one step of a round; null when there is none. */
export function stepLink(id: StepId, facts: RoundFacts, links: Links): string | null {
  const { bundle, beaconRound } = facts;
  const wallet = facts.terms.wallet ?? bundle.commitment?.wallet ?? null;
  const transaction = (signature: string | null | undefined) => (signature ? links.transaction(signature) : null);
  switch (id) {
    case 'lottery':
    case 'pool wallet':
    case 'marks':
    case 'pool':
      return wallet === null ? null : links.wallet(wallet);
    case 'memo':
    case 'commitment':
      return transaction(bundle.commitment?.signature);
    case 'network':
    case 'drand':
    case 'beacon round':
    case 'beacon signature':
      return links.beacon(beaconRound);
    case 'payout':
    case 'payout memo':
    case 'payout transfers':
    case 'payout balances':
      return transaction(bundle.payout?.signature);
    case 'payout mark':
      return bundle.payout?.mark ? links.wallet(bundle.payout.mark) : null;
    case 'proof':
    case 'terms':
    case 'entries':
    case 'snapshot':
    case 'witnesses':
    case 'inclusion':
    case 'root':
    case 'rules':
    case 'randomness':
    case 'seed':
    case 'winners':
    case 'prizes':
      return links.proof(facts.terms.round);
  }
}
