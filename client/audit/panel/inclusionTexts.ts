import { countText, walletsText } from '../../format/countText.ts';
import { godText } from '../../format/godText.ts';
import type { InclusionAnswer, InclusionPlace } from '../check/findInclusion.ts';
import type { StepState } from '../check/Step.ts';

/** The result for a wallet in a round, as a badge. */
export function inclusionBadge({ place, chain, amount }: InclusionAnswer): {
  readonly tone: string;
  readonly text: string;
} {
  if (place.kind === 'unread') return { tone: 'amber', text: 'COULD NOT CHECK' };
  if (place.kind === 'no-list') return { tone: 'amber', text: 'NO LIST' };
  if (chain.state === 'failed') return { tone: 'ruby', text: 'NOT THE PROMISED LIST' };
  if (amount.state === 'failed') return { tone: 'ruby', text: 'WRONGLY LEFT OUT' };
  const text = place.kind === 'listed' ? 'IN THE LIST' : 'NOT IN THE LIST';
  if (chain.state !== 'ok') return { tone: 'amber', text: `${text}, NOT PROVEN` };
  return { tone: place.kind === 'listed' ? 'mint' : 'amber', text };
}

/** The result in sentences, the most important one first. */
export function inclusionSentences(answer: InclusionAnswer): readonly string[] {
  const { round, place, chain } = answer;
  const name = `round #${countText(round)}`;
  if (place.kind === 'unread') return [`Could not check ${name}: ${place.why}.`];
  if (place.kind === 'no-list')
    return [
      place.isCalledOff
        ? `There is no list of ${name}: it was called off before its entries were locked.`
        : `There is no list of ${name} yet: its entries are not locked.`,
    ];
  return [...placeTexts(place, name, chain.state), chainText(answer), amountText(answer)];
}

function placeTexts(
  place: Exclude<InclusionPlace, { kind: 'unread' | 'no-list' }>,
  name: string,
  promised: StepState,
): readonly string[] {
  if (place.kind === 'listed') {
    const { index, entries, path } = place.proof;
    const hashes = path.length === 1 ? '1 hash' : `${path.length} hashes`;
    return [
      `This wallet is in the list of ${name}, at index ${index} of ${countText(entries)}.`,
      `From its entry a path of ${hashes} leads to the list’s root ${place.root}.`,
    ];
  }
  const { entries, root, slot, threshold, top, excluded } = place;
  const least = `${godText(BigInt(threshold))} GOD`;
  const why = excluded
    ? `The round’s rules keep it out: ${excluded}.`
    : `So the list says that at slot ${slot} this wallet did not hold ${least}${top > 0 ? `, or was not among the ${countText(top)} largest that did` : ''}.`;
  return [
    `This wallet is not in the list of ${name}, which has ${walletsText(entries)} and the root ${root}.${promised === 'ok' ? ' It had no chance in that draw.' : ''}`,
    why,
  ];
}

function chainText({ chain: { state, value } }: InclusionAnswer): string {
  switch (state) {
    case 'ok':
      return `The pool wallet signed this root in time, in transaction ${value}. The chain takes only one root for this hour.`;
    case 'failed':
      return `This is not the list that the pool wallet promised on chain. ${value}.`;
    case 'not-reached':
    case 'owed':
    case 'called-off':
      return `The list is not promised on chain so far. ${value}.`;
    case 'could-not-check':
      return `Could not check whether the pool wallet promised this list on chain. ${value}.`;
  }
}

function amountText({ amount: { state, value } }: InclusionAnswer): string {
  if (state === 'ok') return `The list is right on this wallet: ${value}.`;
  if (state === 'failed') return `The list is wrong on this wallet: ${value}.`;
  return `Amount held: could not check. ${value.charAt(0).toUpperCase()}${value.slice(1)}.`;
}
