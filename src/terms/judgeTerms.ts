import type { Address } from '../address/address.ts';
import type { BeaconNetwork } from '../protocol/terms/beaconNetwork.ts';
import { type Announced, contradiction } from './announceMemo.ts';
import { readTerms } from './readTerms.ts';
import type { Terms } from './Terms.ts';
import { termsProblems } from './termsProblems.ts';

/** What the text of announced terms has to agree with. */
export interface TermsAsked {
  readonly mint: Address;
  readonly authority: Address;
  /** The beacon network that the verifier's user or the worker's settings name; by default quicknet. */
  readonly network: BeaconNetwork;
  readonly said: Announced;
  /** Hash of the terms that counted before; null for the first. */
  readonly previous: string | null;
}

export type JudgedTerms =
  | { readonly terms: Terms; readonly problem: null }
  | { readonly terms: null; readonly problem: string };

/** Judges a text that is said to be that of announced terms. Returns the terms, or why the text cannot be used. */
export function judgeTerms(text: string, asked: TermsAsked): JudgedTerms {
  const read = readTerms(text);
  if (read.terms === null) return read;
  const { terms } = read;
  const [problem] = [
    contradiction(terms, asked.said) ?? [],
    terms.mint === asked.mint ? [] : `they are for the mint ${terms.mint}`,
    terms.authority === asked.authority ? [] : `they are of the authority ${terms.authority}`,
    terms.previous === asked.previous ? [] : `they claim to follow ${terms.previous}, and not ${asked.previous}`,
    isNetwork(terms, asked.network) ? [] : 'they name another genesis or period of the beacon network',
    termsProblems(terms),
  ].flat();
  return problem === undefined ? { terms, problem: null } : { terms: null, problem };
}

function isNetwork({ drand }: Terms, { publicKey, genesisTime, periodSeconds }: BeaconNetwork): boolean {
  return drand.publicKey === publicKey && drand.genesis === genesisTime && drand.period === periodSeconds;
}
