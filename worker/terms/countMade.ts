import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Address } from '../../src/address/address.ts';
import type { BeaconNetwork } from '../../src/protocol/terms/beaconNetwork.ts';
import { readAnnounceMemo } from '../../src/terms/announceMemo.ts';
import { type CountedTerms, countTerms, type MadeRow, type SpentTerms } from '../../src/terms/countTerms.ts';
import { type JudgedTerms, judgeTerms } from '../../src/terms/judgeTerms.ts';
import type { Settings } from '../settings/Settings.ts';

/** What identifies a lottery and its announcements. */
export interface LotteryNamed {
  readonly mint: Address;
  readonly authority: Address;
  readonly beacon: BeaconNetwork;
}

/**
 * Terms that count: what the chain says of them, and what they promise. The promises are known only if the text of the
 * terms is stored here and is right.
 */
export interface KnownTerms {
  readonly said: CountedTerms;
  readonly signature: string;
  readonly judged: JudgedTerms;
}

export interface CountedBook {
  readonly counted: readonly KnownTerms[];
  readonly spent: readonly SpentTerms[];
}

/**
 * Divides the announcements into those that count, with what is known of their terms, and those that do not count.
 * `texts` are the texts of terms, each by its hash.
 */
export function countMade(
  made: readonly MadeRow[],
  texts: ReadonlyMap<string, string>,
  { mint, authority, beacon }: LotteryNamed,
): CountedBook {
  const { counted, spent } = countTerms(
    made.map(({ slot, blockTime, memo, signers }) => {
      const said = memo === null ? null : readAnnounceMemo(memo);
      return {
        ...{ slot, blockTime },
        announcement: said === null || signers === null ? null : { kind: 'announcement', said, signers },
      };
    }),
    { authority, network: beacon },
  );
  const known = counted.map((said, index): KnownTerms => {
    const text = texts.get(said.hash);
    const previous = counted[index - 1]?.hash ?? null;
    const judged: JudgedTerms =
      text === undefined
        ? { terms: null, problem: `the text of terms ${said.k}, whose hash is ${said.hash}, is not stored here` }
        : judgeTerms(text, { mint, authority, network: beacon, said, previous });
    return { said, signature: made[said.k - 1]?.signature ?? '', judged };
  });
  return { counted: known, spent };
}

/** SHA-256 of a text, hex. */
export const textHash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** The lottery whose announcements a deployment reads. */
export function lotteryOf({ mint, taxAuthority, beacon }: Settings): LotteryNamed {
  return { mint, authority: taxAuthority.address, beacon };
}
