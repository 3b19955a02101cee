import type { TermsMembers } from '../../src/contract/terms.ts';
import { PLACES, POSITIONS } from '../../src/protocol/terms/places.ts';
import { countText } from '../format/countText.ts';
import { godText } from '../format/godText.ts';
import { listText } from '../format/listText.ts';

/** What terms promise in plain words, by subject. */
export interface TermsSentences {
  readonly entrants: string;
  readonly hours: string;
  readonly prizes: string;
  readonly beacon: string;
  readonly watchers: string;
}

export function termsSentences(terms: TermsMembers): TermsSentences {
  const { share, places, length, lock, lead } = terms;
  const shares = PLACES.slice(0, places.length).map(
    (place, i) => `the ${POSITIONS[place]} ${i === 0 ? 'winner gets ' : ''}${places[i]}%`,
  );
  return {
    entrants: `${entrantsText(terms)} A wallet excluded below is never in the draw.`,
    hours: `A round takes ${spanText(length)}. Who is in it is fixed ${spanText(lock)} before it ends, and that is written on the chain at least ${spanText(lead)} before the random number exists.`,
    prizes: `The prizes are ${share}% of what the pool wallet holds when the entries are fixed. Of that ${listText(shares)}.`,
    beacon: `The random number is what the public network drand publishes for the end of the round. The network’s key begins with ${terms.drand.publicKey.slice(0, 16)}.`,
    watchers: watchersText(terms),
  };
}

function entrantsText({ threshold, top }: TermsMembers): string {
  const held = `at least ${godText(BigInt(threshold)).replace(/\.00$/, '')} GOD in accounts that are not frozen`;
  return top > 0
    ? `The ${countText(top)} largest holders among the wallets that hold ${held}.`
    : `Every wallet that holds ${held}.`;
}

function watchersText({ watchers, quorum }: TermsMembers): string {
  if (watchers.length === 0) return 'Nobody watches the entry lists: that a list has every holder is our word alone.';
  const operators = new Set(watchers.map(([, , operator]) => operator)).size;
  const who = `${counted(watchers.length, 'watcher')} of ${counted(operators, 'operator')}`;
  return `${who} read the holders on their own, and write on chain which list they saw. A list counts as seen when ${quorum} of the operators saw the same. We named the watchers.`;
}

const counted = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;

/** A length of time in one whole unit: `1 hour`, `90 seconds`. */
export function spanText(seconds: number): string {
  if (seconds % 3_600 === 0) return counted(seconds / 3_600, 'hour');
  return seconds % 60 === 0 && seconds >= 120 ? counted(seconds / 60, 'minute') : counted(seconds, 'second');
}
