import { commitWindow, leadSeconds } from '../../src/protocol/timing.ts';
import { SHORTEST_ENTRY_LOCK_SECONDS } from '../../src/round/clock.ts';

/** What the user of a verifier says of the lottery, from another source than the proof; null for what is not known. */
export interface NamedTerms {
  readonly poolWallet: string | null;
  /** Start of round 1, unix seconds. */
  readonly genesis?: number | undefined;
  /** Of a round, seconds; an hour when nobody says. */
  readonly roundSeconds?: number | undefined;
  /** How long before the end the entries are locked, seconds. */
  readonly lockSeconds?: number | undefined;
}

/** What was promised for a round before it, as far as its marks depend on it. Unix seconds. */
export interface RoundTerms {
  /** Null when nobody names it, and the proof does not either. */
  readonly wallet: string | null;
  readonly isWalletNamed: boolean;
  /** T. */
  readonly endsAt: number;
  readonly roundSeconds: number;
}

/** The block times with which a commitment is in time, both included, and from when on an unpaid promise is owed. */
export interface RoundTimes {
  readonly earliest: number;
  readonly latest: number;
  readonly owedFrom: number;
}

interface Claimed {
  readonly round: number;
  readonly endsAt: number;
  readonly wallet: string | null;
}

const HOUR = 3_600;
/** The longest that a lottery may lock its entries before the draw, and what clocks may differ by. */
const LONGEST_LOCK = 86_400 + 555;
const PAID_WITHIN = 900;

/**
 * The one place that says what holds for a round, beside `roundTimes`. T and the wallet are the proof's own word where the
 * user names none: all of them are to come from the announced terms.
 */
export function roundTerms(claimed: Claimed, named: NamedTerms): RoundTerms {
  const { genesis, roundSeconds = HOUR, poolWallet } = named;
  return {
    wallet: poolWallet ?? claimed.wallet,
    isWalletNamed: poolWallet !== null,
    endsAt: genesis === undefined ? claimed.endsAt : genesis + claimed.round * roundSeconds,
    roundSeconds,
  };
}

/** The times of a round's marks. Without a lock the shortest lead and the longest lock of any lottery are taken. */
export function roundTimes(
  { endsAt, roundSeconds }: RoundTerms,
  beaconAt: number,
  { lockSeconds }: NamedTerms,
): RoundTimes {
  const { from, until } = commitWindow({ endsAt, beaconAt, lockSeconds: lockSeconds ?? LONGEST_LOCK });
  return {
    earliest: from,
    latest: lockSeconds === undefined ? beaconAt - leadSeconds(SHORTEST_ENTRY_LOCK_SECONDS) : until,
    owedFrom: endsAt + Math.min(PAID_WITHIN, roundSeconds),
  };
}
