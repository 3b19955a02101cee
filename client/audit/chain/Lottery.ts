import type { Address } from '../../../src/address/address.ts';
import { type BeaconNetwork, QUICKNET } from '../../../src/protocol/terms/beaconNetwork.ts';
import type { CountedTerms } from '../../../src/terms/countTerms.ts';

/** What a site, a file or a mirror shows of an announcement: its transaction, and the terms as canonical JSON. */
export interface TermsShown {
  readonly signature: string | null;
  readonly text: string;
}

/** Which lottery a user asks about. */
export interface LotteryAsked {
  readonly mint: Address;
  /** The hash of the lottery's first terms. With null, the lottery of today's authority of the mint is meant. */
  readonly pinned: string | null;
}

/** A lottery as the chain shows it. Times are unix seconds. */
export interface Lottery {
  readonly mint: Address;
  readonly authority: Address;
  readonly isPinned: boolean;
  /** Whether the lottery's authority is still the mint's authority today. */
  readonly isOfToday: boolean;
  /** The hash of the first terms, which names the lottery. */
  readonly hash: string;
  readonly since: number;
  readonly counted: readonly CountedTerms[];
  /** No further announcement was made up to this time. */
  readonly until: number;
  /**
   * The first announcement whose transaction nobody shows: `why` it is not shown, and when the announcement before it
   * was made. Null when every transaction is shown.
   */
  readonly withheld: { readonly after: number; readonly why: string } | null;
}

/** The network whose beacon draws the rounds, and who says so. */
export interface TrustedNetwork {
  readonly network: BeaconNetwork;
  /** `pinned`: it is quicknet, or the verifier's user named it. `told`: only the site named it. */
  readonly by: 'pinned' | 'told';
}

export const PINNED_QUICKNET: TrustedNetwork = { network: QUICKNET, by: 'pinned' };
