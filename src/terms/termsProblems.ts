import { MAX_U64 } from '../money/lamports.ts';
import { arithmeticWith } from '../protocol/arithmeticOf.ts';
import { CURRENT_RULES } from '../protocol/versions.ts';
import { clockProblems } from './clockProblems.ts';
import type { Terms } from './Terms.ts';

const MOST_WATCHERS = 16;
const MOST_EXCLUDED = 1_000;

/** The rules of docs/protocol.md that terms break, as sentences, as far as the terms alone show it. */
export function termsProblems(terms: Terms): string[] {
  return [...timeProblems(terms), ...prizeProblems(terms), ...excludedProblems(terms), ...watcherProblems(terms)];
}

function timeProblems({ terms, from, drand, previous, ...clock }: Terms): string[] {
  return [
    ...(terms >= 1 ? [] : ['terms is below 1']),
    ...(from >= 1 ? [] : ['from is below 1']),
    ...(clock.genesis >= 1 ? [] : ['genesis is below 1']),
    ...clockProblems(clock, { genesisTime: drand.genesis, periodSeconds: drand.period }),
    ...(terms === 1 && previous !== null ? ['the first announcement names terms before it'] : []),
  ];
}

/**
 * What is wrong with threshold and shares. The shares may also be those of an older version of the rules, because terms
 * that name them still hold for the rounds that they were announced for.
 */
function prizeProblems({ threshold, share, places }: Terms): string[] {
  const { poolPercent, placePercents } = CURRENT_RULES;
  const tooMuch = BigInt(threshold) <= MAX_U64 ? [] : ['threshold is no u64'];
  if (arithmeticWith({ share, places }) !== null) return tooMuch;
  return [
    ...tooMuch,
    ...(BigInt(share) === poolPercent ? [] : [`share is not ${poolPercent}`]),
    ...(places.join() === placePercents.join() ? [] : [`places are not ${placePercents.join()}`]),
  ];
}

function excludedProblems({ excluded, mint, pool, authority }: Terms): string[] {
  const named = excluded.map(([address]) => address);
  return [
    ...(isSortedSet(named) ? [] : ['excluded is not sorted by address, or repeats one']),
    ...(named.length <= MOST_EXCLUDED ? [] : [`excluded has more than ${MOST_EXCLUDED} addresses`]),
    ...[mint, pool, authority].filter((own) => !named.includes(own)).map((own) => `excluded does not name ${own}`),
  ];
}

function watcherProblems({ watchers, quorum }: Terms): string[] {
  const operators = new Set(watchers.map(([, , operator]) => operator)).size;
  const isMajority = operators === 0 ? quorum === 0 : quorum * 2 > operators && quorum <= operators;
  return [
    ...(isSortedSet(watchers.map(([address]) => address)) ? [] : ['watchers is not sorted by address, or repeats one']),
    ...(watchers.length <= MOST_WATCHERS ? [] : [`watchers has more than ${MOST_WATCHERS} items`]),
    ...(isMajority ? [] : [`quorum is no majority of ${operators} operators`]),
  ];
}

const isSortedSet = (names: readonly string[]) => names.every((name, index) => (names[index - 1] ?? '') < name);
