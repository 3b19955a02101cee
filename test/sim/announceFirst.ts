import { signAnnouncement } from '../../worker/chain/signing/signAnnouncement.ts';
import { termsKey } from '../../worker/terms/termsKey.ts';
import { termsOfVars } from '../world/announceTerms.ts';
import { rentOf } from './model/accounts.ts';
import type { Chain } from './model/chain.ts';

interface Lottery {
  readonly chain: Chain;
  /** The contents of KV. */
  readonly kept: Map<string, string>;
  readonly vars: Readonly<Record<string, string>>;
}

/** The first terms, as `npm run setup` announces them: without them no round is played. */
export function announceFirst({ chain, kept, vars }: Lottery): void {
  const { terms, secretKeys, hash, text } = termsOfVars(vars);
  kept.set(termsKey(hash), text);
  const { bytes } = signAnnouncement({
    ...{ terms, secretKeys, poolBefore: null, computePrice: 1, markRent: rentOf(1) },
    blockhash: { blockhash: chain.blockhash(chain.slots.head()), lastValidBlockHeight: 0 },
  });
  chain.submit(bytes);
}
