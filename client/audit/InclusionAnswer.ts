import type { inclusionJson } from './checkInclusion.ts';
import type { Finding } from './Step.ts';

/** What a round's published list says of one wallet, and what the chain says of that list. Plain data. */
export interface InclusionAnswer {
  readonly round: number;
  readonly address: string;
  readonly place: InclusionPlace;
  /** Whether this list is the one whose root the pool wallet signed on chain, in time, and no other. */
  readonly chain: Finding;
  /** Whether the wallet's own transactions up to the snapshot's slot say that it held enough, or too little. */
  readonly amount: Finding;
}

/** The threshold is base units as decimal text. */
export type InclusionPlace =
  | { readonly kind: 'listed'; readonly proof: ReturnType<typeof inclusionJson>; readonly root: string }
  | {
      readonly kind: 'absent';
      readonly entries: number;
      readonly root: string;
      /** The snapshot's slot. */
      readonly slot: number;
      /** The smallest amount that the round's rules let in. */
      readonly threshold: string;
      /** 0: everyone with enough was in. n: only the n largest of them. */
      readonly top: number;
      /** As the rules exclude this wallet; null when they do not. */
      readonly excluded: string | null;
    }
  /** The round has no list: it is not locked yet, or was called off before. */
  | { readonly kind: 'no-list'; readonly isCalledOff: boolean }
  | { readonly kind: 'unread'; readonly why: string };
