import { lamports } from '../../../src/money/lamports.ts';
import { ARITHMETIC, CURRENT_ARITHMETIC } from '../../../src/protocol/arithmeticOf.ts';
import type { PrizeSplit } from '../../../src/protocol/terms/lock.ts';
import type { Arithmetic } from '../../../src/protocol/terms/Protocol.ts';
import type { Terms } from '../../../src/terms/Terms.ts';
import type { TrustedNetwork } from '../chain/Lottery.ts';
import type { Bundle } from './Bundle.ts';
import { isSignedBy } from './isSignedBy.ts';
import { type RoundTerms, type RoundTimes, roundTimes } from './roundTerms.ts';
import { couldNotCheck, type Finding, failed, notReached } from './Step.ts';

/**
 * What follows by arithmetic from a bundle, the terms and the trusted network. Where a value needs another, as the
 * winners need the root, the computed one is taken and not the claimed one. So one false claim does not hide another.
 */
export interface RoundFacts {
  readonly bundle: Bundle;
  /** The arithmetic of the round's own rules. If they are not known here, the newest known arithmetic. */
  readonly protocol: Arithmetic;
  readonly isKnownVersion: boolean;
  readonly network: TrustedNetwork;
  readonly terms: RoundTerms;
  /** The full terms, from the text with the announced hash; null when nobody shows that text. */
  readonly fullTerms: Terms | null;
  readonly times: RoundTimes;
  readonly root: string | null;
  readonly rulesHash: string | null;
  /** The trusted network's beacon round for the end of the round; 0 if that is before the network's genesis. */
  readonly beaconRound: number;
  /** When the network publishes that beacon round, unix seconds. */
  readonly beaconTime: number;
  readonly prizes: PrizeSplit | null;
  readonly randomness: string | null;
  /** In the order of their places. */
  readonly winners: readonly string[] | null;
  /** Whether the network signed the proof's beacon. Computed at the first call, in about 60 ms of CPU. */
  readonly isBeaconSigned: () => Promise<boolean>;
}

interface RoundFactsInput {
  readonly bundle: Bundle;
  readonly network: TrustedNetwork;
  readonly terms: RoundTerms;
  readonly fullTerms: Terms | null;
}

/** Computes what follows from a proof by arithmetic. Asks no server. */
export function roundFacts({ bundle, network, terms, fullTerms }: RoundFactsInput): RoundFacts {
  const { rules, snapshot, beacon, prize } = bundle;
  const { endsAt } = terms;
  const known = rules && (ARITHMETIC.get(rules.rules) ?? null);
  const protocol = known ?? CURRENT_ARITHMETIC;
  const root = snapshot && protocol.ownersRoot(snapshot.entries);
  const randomness = beacon?.signature ? protocol.beaconRandomness(beacon.signature) : null;
  const of = snapshot && root !== null && randomness !== null && { round: terms.round, root, randomness };
  const isAfterGenesis = endsAt >= network.network.genesisTime;
  const beaconRound = isAfterGenesis ? protocol.beaconRoundAt(network.network, endsAt) : 0;
  const beaconTime = protocol.beaconTime(network.network, beaconRound);
  let isSigned: Promise<boolean> | undefined;
  return {
    bundle,
    protocol,
    isKnownVersion: rules === null || known !== null,
    network,
    terms,
    fullTerms,
    times: roundTimes(terms, beaconTime),
    root,
    rulesHash: rules && protocol.rulesHash(rules),
    beaconRound,
    beaconTime,
    prizes: prize && protocol.splitPrize(lamports(prize.pool)),
    randomness,
    winners: of ? protocol.drawWinners(snapshot.entries, of) : null,
    isBeaconSigned() {
      const signature = beacon?.signature ?? null;
      isSigned ??= signature === null ? Promise.resolve(false) : isSignedBy(network.network, beaconRound, signature);
      return isSigned;
    },
  };
}

/** How far a round has come in each of these states. In any other state, the proof may lack any part. */
const PROGRESS: Readonly<Partial<Record<Bundle['state'], number>>> = { locked: 1, committed: 2, drawn: 3, paid: 4 };

/** The finding for a `part` of the proof that is null. From the state `from` on, the proof must have this part. */
export function missing(
  { bundle }: Pick<RoundFacts, 'bundle'>,
  part: string,
  from: 'locked' | 'committed' | 'drawn' | 'paid',
): Finding {
  const { rules, snapshot, commitment, beacon, state } = bundle;
  const isDue = (PROGRESS[state] ?? 0) >= (PROGRESS[from] ?? 0);
  if (!isDue) return notReached(`${part} is not published yet`);
  // An older version of the site shows nothing of a round whose rules it does not know.
  if (!rules && !snapshot && !commitment && !beacon) return couldNotCheck('the site publishes nothing of this round');
  return failed(`${part}: expected one in a ${state} round got null`);
}
