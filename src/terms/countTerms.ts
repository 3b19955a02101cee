import type { Address } from '../address/address.ts';
import { CURRENT_ARITHMETIC } from '../protocol/arithmeticOf.ts';
import type { BeaconNetwork } from '../protocol/terms/beaconNetwork.ts';
import type { Announced } from './announceMemo.ts';
import { announcers, type FormedAnnouncement } from './announcement.ts';
import { clockProblems } from './clockProblems.ts';

/** The transaction that made the mark `terms:<k>`. Memo and signers are null when it is no announcement. */
export interface MadeRow {
  readonly k: number;
  readonly signature: string;
  readonly slot: number;
  /** Unix seconds. */
  readonly blockTime: number;
  readonly memo: string | null;
  readonly signers: readonly string[] | null;
}

/** The first round of announced terms is at most this many rounds after the round that runs at the announcement. */
const FURTHEST = 10_000;

/** The transaction that made the mark of a number k. `announcement` is null when it does not have the form of one. */
export interface MadeTerms {
  readonly slot: number;
  /** Unix seconds. */
  readonly blockTime: number;
  readonly announcement: FormedAnnouncement | null;
}

/** Terms that count, and where they were announced. */
export interface CountedTerms extends Announced {
  readonly slot: number;
  readonly blockTime: number;
}

/** A number k whose announcement does not count, and why. */
export interface SpentTerms {
  readonly k: number;
  readonly why: string;
}

export interface TermsCount {
  /** In the order of k. Each holds from a later round than the terms before. */
  readonly counted: readonly CountedTerms[];
  readonly spent: readonly SpentTerms[];
}

/** The lottery whose terms are counted. `network`: quicknet, unless a setting or a verifier's user names another. */
export interface LotteryAsked {
  readonly authority: Address;
  readonly network: BeaconNetwork;
}

/** Which announcements count: docs/protocol.md, section 13. `made` is in the order of k, from 1, without a gap. */
export function countTerms(made: readonly MadeTerms[], of: LotteryAsked): TermsCount {
  const counted: CountedTerms[] = [];
  const spent: SpentTerms[] = [];
  for (const [index, one] of made.entries()) {
    const found = countOne(one, { below: made[index - 1], counted, of });
    if (typeof found === 'string') spent.push({ k: index + 1, why: found });
    else counted.push(found);
  }
  return { counted, spent };
}

interface Before {
  /** What made the mark `terms:<k − 1>`; undefined for k = 1. */
  readonly below: MadeTerms | undefined;
  readonly counted: readonly CountedTerms[];
  readonly of: LotteryAsked;
}

/** The terms of an announcement, or why they do not count. */
function countOne({ slot, blockTime, announcement }: MadeTerms, { below, counted, of }: Before): CountedTerms | string {
  if (announcement === null) return 'it is no announcement';
  if (below !== undefined && below.slot >= slot) return 'it was not made in a later slot than number k − 1';
  return problemOf({ ...announcement, blockTime }, counted, of) ?? { ...announcement.said, slot, blockTime };
}

interface Candidate extends FormedAnnouncement {
  readonly blockTime: number;
}

/** The first rule that an announcement breaks, as a sentence; null when it breaks none. */
function problemOf(
  { said, signers, blockTime }: Candidate,
  counted: readonly CountedTerms[],
  { authority, network }: LotteryAsked,
): string | null {
  const [first, before] = [counted[0], counted.at(-1)];
  const due = announcers(authority, said.pool, before?.pool ?? null);
  if (signers.join() !== due.join()) return `it is signed by ${signers.join(', ')}, and not by ${due.join(', ')}`;
  if (said.drand !== CURRENT_ARITHMETIC.beaconKeyId(network)) return 'it names another beacon network';
  const isSame = first === undefined || (said.genesis === first.genesis && said.length === first.length);
  if (!isSame) return 'the first terms have another genesis or length';
  return clockProblems(said, network)[0] ?? fromProblem(said, { blockTime, before });
}

/**
 * What is wrong with the first round that an announcement names, as a sentence. Null when this round is later than the
 * first round of the terms before, not too far ahead, and announced in time.
 */
function fromProblem(
  { from, genesis, length, lock }: Announced,
  { blockTime, before }: { readonly blockTime: number; readonly before: CountedTerms | undefined },
): string | null {
  if (before !== undefined && from <= before.from) return `from is not above ${before.from}`;
  const running = Math.max(1, Math.floor((blockTime - genesis) / length) + 1);
  if (from > running + FURTHEST) return `from is more than ${FURTHEST} rounds above round ${running}`;
  const endsAt = genesis + from * length;
  const isInTime =
    before === undefined ? blockTime < endsAt - lock : blockTime <= endsAt - length - Math.max(lock, before.lock);
  return isInTime ? null : 'it was announced too late for its first round';
}

/** The terms in force for a round: the newest whose `from` is not after it. Null before the first terms. */
export function termsInForce<T extends Pick<Announced, 'from'>>(counted: readonly T[], round: number): T | null {
  return counted.findLast(({ from }) => from <= round) ?? null;
}
