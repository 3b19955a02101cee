import { type MarkAsked, markOf } from '../../src/marks/readForm.ts';
import { termsSeed } from '../../src/terms/announcement.ts';
import type { Terms } from '../../src/terms/Terms.ts';
import { signAnnouncement } from '../../worker/chain/signing/signAnnouncement.ts';
import { wallet } from '../domain/wallets.ts';
import type { OnChain } from './markedChain.ts';

export interface Landed {
  readonly terms: Terms;
  /** Unix seconds. */
  readonly blockTime: number;
  /** The secret keys of all signers, in any order. */
  readonly secretKeys: readonly Uint8Array[];
  /** The pool wallet of the terms before; null for the first. */
  readonly poolBefore: Terms['pool'] | null;
}

/** The announcement of terms as it landed. */
export function landedTerms({ terms, blockTime, secretKeys, poolBefore }: Landed): OnChain {
  const mark = markOf({ base: terms.authority, seed: termsSeed(terms.terms) } satisfies MarkAsked);
  const { bytes, signature } = signAnnouncement({
    ...{ terms, computePrice: 1, markRent: 897_840n, poolBefore, secretKeys },
    blockhash: { blockhash: wallet(terms.terms === 1 ? 10 : 11), lastValidBlockHeight: 9 },
  });
  return {
    ...{ bytes, signature, slot: 311_000_000 + terms.terms, blockTime, names: [mark], marks: [mark] },
    ...{ err: null, isFinal: true },
  };
}
