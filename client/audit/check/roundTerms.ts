import { commitWindow } from '../../../src/protocol/timing.ts';
import { type CountedTerms, termsInForce } from '../../../src/terms/countTerms.ts';
import type { Lottery } from '../chain/Lottery.ts';
import type { Bundle } from './Bundle.ts';
import { couldNotCheck, type Finding, notReached } from './Step.ts';

/** What the terms say of one round. Times are unix seconds. */
export interface RoundTerms {
  readonly round: number;
  /** The pool wallet as announced on chain; null when the terms are not known. */
  readonly wallet: string | null;
  /** The moment of the draw, which the protocol calls T. */
  readonly endsAt: number;
  /** Hash of the lottery’s first terms; null when it is not known. */
  readonly lottery: string | null;
  readonly said: CountedTerms | null;
  /** Hash of the terms that counted before `said`; null for the first terms, and when the terms are not known. */
  readonly previous: string | null;
}

/**
 * The first and the last block time with which a commitment counts, and from when on a verifier calls an unpaid promise
 * owed.
 */
export interface RoundTimes {
  readonly earliest: number;
  readonly latest: number;
  readonly owedFrom: number;
}

const PAID_WITHIN = 900;

/** The terms in force for a round, or a finding when it is not known which they are. */
export function roundTerms(lottery: Lottery, round: number): RoundTerms | Finding {
  const { counted, withheld, until } = lottery;
  const said = termsInForce(counted, round);
  if (said === null) return couldNotCheck(`there is no round ${round}: the first one is ${counted[0]?.from}`);
  const { genesis, length, lock, pool: wallet } = said;
  const endsAt = genesis + round * length;
  // If `withheld` is not null, there is an announcement whose transaction nobody shows. It was made at an unknown time
  // after `withheld.after`. So its terms may be in force for every round that locks after that time.
  if (withheld !== null && endsAt - lock > withheld.after) return couldNotCheck(withheld.why);
  if (until <= endsAt - lock - length)
    return notReached(
      `terms were looked for up to ${until}, and others may be announced until ${endsAt - lock - length}`,
    );
  const previous = counted[counted.indexOf(said) - 1]?.hash ?? null;
  return { round, wallet, endsAt, lottery: lottery.hash, said, previous };
}

/**
 * Stands for terms that are not known. `endsAt` is the end that the proof claims. Steps of the check that need no
 * server use it.
 */
export function claimedTerms(round: number, { endsAt }: Pick<Bundle, 'endsAt'>): RoundTerms {
  return { round, wallet: null, endsAt, lottery: null, said: null, previous: null };
}

/** When a round's commitment counts, and from when on the round is owed. `beaconAt`: when its beacon is due. */
export function roundTimes({ endsAt, said }: RoundTerms, beaconAt: number): RoundTimes {
  const { lock, length } = said ?? { lock: 0, length: 0 };
  const { from, until } = commitWindow({ endsAt, beaconAt, lockSeconds: lock });
  return { earliest: from, latest: until, owedFrom: owedFrom(endsAt, length) };
}

/** Until this time a verifier says of an unpaid round that its payment is still to come, and then that it is owed. */
export function owedFrom(endsAt: number, length: number): number {
  return endsAt + Math.min(PAID_WITHIN, length);
}
